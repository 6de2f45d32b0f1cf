import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type RabbitNode, rabbitNode } from '@kellersonne/testing/rabbit-node'
import type mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { accountStore } from '../../src/identity/accounts/store.ts'
import { openRabbitmq } from '../../src/platform/broker/rabbitmq/rabbitmq.ts'
import { systemStore } from '../../src/systems/store.ts'
import { authenticateUnits } from '../../src/systems/unit-secrets.ts'
import { openIngest } from '../../src/telemetry/intake/ingest.ts'
import { restNotices } from '../../src/telemetry/intake/rest-notices.ts'
import { testDatabase } from '../database/database.ts'
import { runUntilReady } from '../process.ts'
import { enrol, lines, now, sn } from './mqtt-units.ts'

export const SECRET = Buffer.alloc(32, 7).toString('base64')
export const topicOf = (name: string, unit = sn) => `storage/${unit}/${name}`
export const publish = (client: mqtt.MqttClient, name: string, payload: string, unit = sn) =>
  client.publishAsync(topicOf(name, unit), payload, { qos: 1 })

/** RabbitMQ, by default a node of its own, and a database with an owner of the first unit, for all tests of a file. */
export function rabbitBroker(openNode: () => Promise<RabbitNode> = rabbitNode) {
  let node: RabbitNode
  let test: Awaited<ReturnType<typeof testDatabase>>
  let system: number
  let owner: string
  let redelivered = 0
  const faults: unknown[] = []
  let serving: Awaited<ReturnType<typeof open>> | undefined
  const { dial, connected, hangUp } = lines(() => node.port('mqtt'))

  const config = (overrides = {}) => ({
    BROKER_URL: node.url,
    BROKER_MANAGEMENT_URL: node.managementUrl,
    BROKER_AUTH_HOST: '127.0.0.1',
    BROKER_AUTH_PORT: node.port('auth'),
    BROKER_AUTH_KEY: undefined,
    ...overrides,
  })

  async function open(
    overrides = {},
    store = (batch: Parameters<typeof storeBatch>[1]) => storeBatch(test.db, batch),
    clock = now,
  ) {
    const ingest = openIngest({ store, now: clock })
    const systems = systemStore(test.db)
    const broker = await openRabbitmq(config(overrides), {
      authenticate: authenticateUnits(test.db),
      idOf: async (name) => (await systems.find(name))?.id ?? null,
      ...{
        ingest: ingest.take,
        rest: ingest.rest,
        forgive: ingest.forgive,
        restNotices: restNotices(test.db),
        now: clock,
      },
      onDenied: () => undefined,
      onFault: (error) => faults.push(error),
      onRedelivered: () => {
        redelivered += 1
      },
    })
    return {
      ...broker,
      async close() {
        await broker.close()
        await ingest.close()
      },
    }
  }
  /** A line to RabbitMQ with its own URL, and the connections on it, which a test can cut, in the order they came. */
  async function line() {
    const near: Socket[] = []
    const server = createServer((socket) => {
      near.push(socket)
      const far = connect(node.port('amqp'), '127.0.0.1')
      for (const one of [socket, far]) one.on('error', () => undefined)
      socket.on('close', () => far.destroy())
      socket.pipe(far).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    /** Lets no more connections through. */
    const close = () => void server.close()
    onTestFinished(close)
    const url = new URL(node.url)
    const address = server.address()
    url.port = String(address !== null && typeof address === 'object' ? address.port : 0)
    return { near, url: url.href, close }
  }
  /** Runs a broker and ingest as a process with the role ingest does. The last one is closed with its test. */
  async function serve(...how: Parameters<typeof open>) {
    serving = undefined
    const opened = await open(...how)
    serving = opened
    return opened
  }

  beforeAll(async () => {
    test = await testDatabase()
    system = await enrol(test.db)
    owner = (await accountStore(test.db).create('anna@example.org', 'none', 'de')) ?? ''
    await systemStore(test.db).claim(system, owner, new Date('2026-01-01T00:00:00Z'))
    node = await openNode()
  }, 300_000)
  afterAll(async () => {
    await node?.close()
    await test.close()
  })
  beforeEach(async () => {
    redelivered = 0
    faults.length = 0
    await test.db.run('truncate reading, quarter, state, latest, refused, command')
  })
  afterEach(async () => {
    await hangUp()
    await serving?.close()
    serving = undefined
  })

  /** Starts a server's process on this node, which ends with the test. */
  async function startProcess(env: NodeJS.ProcessEnv) {
    const child = await runUntilReady({
      ...{ DATABASE_URL: test.url, SECRET, LOG_LEVEL: 'silent' },
      ...{ BROKER_URL: node.url, BROKER_MANAGEMENT_URL: node.managementUrl },
      BROKER_AUTH_PORT: String(node.port('auth')),
      ...env,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  const one = async (text: string) => (await test.db.row(z.object({ n: z.int() }), text))?.n
  return {
    ...{ serve, startProcess, line, dial, connected },
    node: () => node,
    db: () => test.db,
    databaseUrl: () => test.url,
    /** The first unit's id. */
    system: () => system,
    owner: () => owner,
    /** What went wrong in this test. */
    faults: () => faults,
    /** The number of messages RabbitMQ has redelivered in this test. */
    redelivered: () => redelivered,
    stored: () => one('select count(*)::int as n from reading'),
    counted: () => one('select coalesce(sum(readings), 0)::int as n from quarter'),
  }
}
