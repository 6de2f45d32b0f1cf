import { setTimeout as sleep } from 'node:timers/promises'
import { rabbitCluster } from '@kellersonne/testing/rabbit-cluster'
import { type RabbitNode, rabbitNode } from '@kellersonne/testing/rabbit-node'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeFleet } from '../lib/fleet.ts'
import { type Sender, saturate, sender, sendSingle } from '../lib/load.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { connectUnit, endUnits, type Unit } from '../lib/unit.ts'

const UNITS = 500
const IN_FLIGHT = 10
const ROUNDS = 5
const ROUND_MS = 3000
const DAY_MS = 86_400_000
const LOOK_MS = 50

type Broker = 'embedded' | 'one' | 'three'

const total = (senders: readonly Sender[]) => senders.reduce((sum, { sent }) => sum + sent, 0)

/** Returns how many readings a process has stored, by its metrics. */
async function storedBy(metricsPort: string | undefined): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^kellersonne_ingest_items_total\{kind="reading"\} (\d+)$/m.exec(text)?.[1])
}

/** Starts an ingest process with its units; `run` resolves to readings per second: acknowledged, and stored. */
async function openIngest(
  stage: Stage,
  env: NodeJS.ProcessEnv,
  fleet: readonly Member[],
  unitPorts?: readonly number[],
) {
  const ports = await freePorts()
  const server = await startServer({ ...ports.env, ...env, ROLES: 'ingest' })
  stage.onEnd(() => stop(server))
  const at = unitPorts ?? [ports.mqtt]
  const units: Unit[] = []
  for (const [i, { sn }] of fleet.entries()) units.push(await connectUnit(at[i % at.length] ?? 0, sn))
  stage.onEnd(() => endUnits(units))
  const senders = units.map(sender)
  const send = sendSingle(Math.floor(Date.now() / DAY_MS - 2) * DAY_MS)
  const metrics = ports.env['METRICS_PORT']
  return async () => {
    const [sent, stored] = [total(senders), await storedBy(metrics)]
    const began = performance.now()
    const acknowledged = await saturate(senders, { send, inFlight: IN_FLIGHT, ms: ROUND_MS })
    const readings = total(senders) - sent
    // RabbitMQ acknowledges what it keeps: the last of it is stored later.
    while ((await storedBy(metrics)) - stored < readings) await sleep(LOOK_MS)
    return { acknowledged, stored: readings / ((performance.now() - began) / 1000) }
  }
}

const environmentOf = (node: RabbitNode, auth: number) => ({
  ...{ BROKER_URL: node.url, BROKER_MANAGEMENT_URL: node.managementUrl, BROKER_AUTH_PORT: String(auth) },
})

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const embedded = await openIngest(stage, env, await makeFleet(db, 100_000, UNITS))

  const node = await rabbitNode()
  stage.onEnd(() => node.close())
  const single = { ...env, ...environmentOf(node, node.port('auth')) }
  const one = await openIngest(stage, single, await makeFleet(db, 200_000, UNITS), [node.port('mqtt')])

  const cluster = await rabbitCluster(3)
  stage.onEnd(() => cluster.close())
  for (const other of cluster.nodes.slice(1)) await cluster.join(other)
  const whole = {
    ...{ ...env, ...environmentOf(cluster.first, cluster.auth) },
    ...{ BROKER_URL: cluster.urls, BROKER_MANAGEMENT_URL: cluster.managementUrls },
  }
  const mqtt = cluster.nodes.map(({ port }) => port('mqtt'))
  const three = await openIngest(stage, whole, await makeFleet(db, 300_000, UNITS), mqtt)

  const rounds: Record<Broker, { acknowledged: number; stored: number }>[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { embedded: await embedded(), one: await one(), three: await three() }
    // The first is a warm-up.
    if (round > 0) rounds.push(measured)
  }
  const rate = (name: string, of: Broker, what: 'acknowledged' | 'stored') => {
    const values = rounds.map((round) => round[of][what])
    return { name: `${name}, ${what}`, value: median(values), unit: 'readings/s', note: spread(values) }
  }
  const ratio = (name: string, of: Broker, atLeast: number) => {
    const values = rounds.map((round) => round[of].stored / round.embedded.stored)
    return { name, value: median(values), unit: '', target: { atLeast }, note: spread(values) }
  }
  report(`ingest-rabbitmq: ${UNITS} units, QoS 1, ${IN_FLIGHT} in flight each, until all is stored`, [
    rate('floor: the embedded broker', 'embedded', 'stored'),
    rate('one node', 'one', 'acknowledged'),
    rate('one node', 'one', 'stored'),
    rate('three nodes on this machine', 'three', 'acknowledged'),
    rate('three nodes on this machine', 'three', 'stored'),
    ratio('ratio of one node, stored', 'one', 0.6),
    ratio('ratio of three nodes, stored', 'three', 0.35),
  ])
})
