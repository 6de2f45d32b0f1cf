import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '@kellersonne/contract/telemetry/device'
import { generate } from 'mqtt-packet'
import type { Member } from '../lib/fleet.ts'
import { watch } from '../lib/owner.ts'
import { reading } from '../lib/reading.ts'
import { report } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'
import { connectUnit, connectUnits, endUnits, type Unit } from '../lib/unit.ts'
import type { Stand } from './stand.ts'

const ROUNDS = 4
const ROUND_MS = 6000
/** Of all units together; ten times the rate of real ones. */
const EVERY_MS = 50
const MAX_RATIO = 2
const MESSAGES = 300

/** A message that a unit sends repeatedly, as fast as it is read. */
type Flood = { readonly name: string; readonly bytes: (of: Member) => Buffer }

const publishes = (payloadOf: (index: number) => string) => (of: Member) =>
  Buffer.concat(
    Array.from({ length: MESSAGES }, (_, i) => {
      const head = {
        cmd: 'publish',
        topic: topics.reading.of(of.sn),
        qos: 1,
        dup: false,
        retain: false,
      } as const
      return generate({ ...head, messageId: i + 1, payload: payloadOf(i) })
    }),
  )
const at = (index: number) => Date.now() - 86_400_000 + index * 10
const floods: readonly Flood[] = [
  {
    name: 'backlogs of a hundred',
    bytes: publishes((i) =>
      JSON.stringify(Array.from({ length: 100 }, (_, j) => reading(j, at(i * 100 + j)))),
    ),
  },
  { name: 'single readings', bytes: publishes((i) => JSON.stringify(reading(i, at(i)))) },
  { name: 'refused 60 kB', bytes: publishes(() => `[${'{"at":0},'.repeat(6600)}0]`) },
  { name: 'pings', bytes: () => Buffer.alloc(256_000, Buffer.from([0xc0, 0])) },
]

/** Publishes values one at a time; resolves to the ms each takes to reach the owner's stream. */
async function liveValues(units: readonly Unit[], next: () => number, seen: Map<number, number>) {
  const sent = new Map<number, number>()
  const until = performance.now() + ROUND_MS
  for (let i = 0; performance.now() < until; i += 1) {
    const value = next()
    sent.set(value, performance.now())
    const message = { at: new Date().toISOString(), grid_w: value, pv_w: 0, battery_w: 0, soc: 50 }
    units[i % units.length]?.publish(JSON.stringify(message), () => undefined)
    await sleep(EVERY_MS)
  }
  await sleep(1000)
  return [...sent].map(([value, began]) => (seen.get(value) ?? Number.POSITIVE_INFINITY) - began)
}

/** Floods until the signal is aborted. */
async function flood(unit: Unit, bytes: Buffer, stopped: AbortSignal) {
  while (!stopped.aborted) {
    await Promise.race([unit.write(bytes), sleep(ROUND_MS, undefined, { ref: false })])
    await sleep(1)
  }
}

/** One unit sends as fast as it can; compares the latency of others' values with and without it. */
export async function mqttThrottle(stand: Stand): Promise<void> {
  const seen = new Map<number, number>()
  const stopWatching = await watch(stand.url, stand.access, (list) => {
    for (const { grid_power } of list.flatMap((entry) => Object.values(entry)))
      if (grid_power !== null && !seen.has(grid_power)) seen.set(grid_power, performance.now())
  })
  const units = await connectUnits(
    stand.ports.mqtt,
    stand.fleet.map(({ sn }) => sn),
  )
  let value = 0
  const next = () => {
    value += 1
    return value
  }
  const idle: number[] = []
  const beside = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [i, { name, bytes }] of floods.entries()) {
      const quiet = await liveValues(units, next, seen)
      const attacker = stand.hostile[i + 2]
      if (!attacker) throw new Error('there is no unit')
      const unit = await connectUnit(stand.ports.mqtt, attacker.sn)
      const stop = new AbortController()
      const flooding = flood(unit, bytes(attacker), stop.signal)
      const loud = await liveValues(units, next, seen)
      stop.abort()
      unit.cut()
      await flooding
      if (round === 0) continue
      idle.push(...quiet)
      beside.set(name, [...(beside.get(name) ?? []), ...loud])
    }
  endUnits(units)
  stopWatching()
  const floor = percentile(idle, 0.99)
  report(
    `hostile: ${units.length} units’ values on their way to the owner while another unit sends all it can`,
    [
      { name: 'floor: nobody else, p50', value: percentile(idle, 0.5), unit: 'ms' },
      { name: 'floor: nobody else, p99', value: floor, unit: 'ms' },
      ...[...beside].flatMap(([name, values]) => [
        { name: `beside ${name}, p50`, value: percentile(values, 0.5), unit: 'ms' },
        { name: `beside ${name}, p99`, value: percentile(values, 0.99), unit: 'ms' },
        {
          name: 'ratio to the floor, p99',
          value: percentile(values, 0.99) / floor,
          unit: '',
          target: { atMost: MAX_RATIO },
        },
      ]),
    ],
  )
}
