import { readingPayload, toReading } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import type { Db } from '@kellersonne/server/platform/db/database'
import type { Item } from '@kellersonne/server/telemetry/intake/batch'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeFleet } from '../lib/fleet.ts'
import { pace, type Sender, saturate, sender, sendSingle } from '../lib/load.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median, percentile } from '../lib/statistics.ts'
import { connectUnits, endUnits } from '../lib/unit.ts'

const UNITS = 1000
const FEW = 10
const IN_FLIGHT = 5
/** The number of writers of ingest. */
const WRITERS = 2
const ROUNDS = 8
const ROUND_MS = 3000
const PACED = 500
const DAY_MS = 86_400_000

/** The floor: stores batches of one reading per unit directly in the database; resolves to readings per second. */
function straight(db: Db, fleet: readonly Member[], start: number) {
  let sent = 0
  function nextBatch(): Item[] {
    const message = reading(sent, start + sent * READING_MS)
    sent += 1
    const parsed = toReading(readingPayload.parse(message))
    return fleet.map(({ id }) => ({ kind: 'reading', system: id, receivedAt: new Date(), reading: parsed }))
  }
  return async (ms: number) => {
    const began = performance.now()
    let stored = 0
    async function write() {
      while (performance.now() - began < ms) {
        await storeBatch(db, nextBatch())
        stored += fleet.length
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    return stored / ((performance.now() - began) / 1000)
  }
}

/** Alternates product and floor; the first round is a warm-up and does not count. */
async function throughput(senders: readonly Sender[], store: (ms: number) => Promise<number>, start: number) {
  const product: number[] = []
  const floor: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const stored = await store(ROUND_MS)
    const acknowledged = await saturate(senders, {
      send: sendSingle(start),
      inFlight: IN_FLIGHT,
      ms: ROUND_MS,
    })
    if (round === 0) continue
    floor.push(stored)
    product.push(acknowledged)
  }
  return { product, floor }
}

/** Alternates many units and few at the same rate; resolves to ms from publish to PUBACK. */
async function latencies(senders: readonly Sender[], start: number) {
  const many: number[] = []
  const few: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ofFew = await pace(senders.slice(0, FEW), { start, rate: PACED, ms: ROUND_MS })
    const ofMany = await pace(senders, { start, rate: PACED, ms: ROUND_MS })
    if (round === 0) continue
    few.push(...ofFew)
    many.push(...ofMany)
  }
  return { many, few }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const spoken = await makeFleet(db, 100_000, UNITS)
  const written = await makeFleet(db, 200_000, UNITS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const units = await connectUnits(
    ports.mqtt,
    spoken.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))

  const start = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS
  const senders = units.map(sender)
  const { product, floor } = await throughput(senders, straight(db, written, start), start)
  const { many, few } = await latencies(senders, start)
  const ratios = product.map((rate, round) => rate / (floor[round] ?? Number.NaN))
  const ms = (name: string, values: readonly number[], share: number) => ({
    name,
    value: percentile(values, share),
    unit: 'ms',
  })
  report(`ingest: ${UNITS} units, one reading a message, QoS 1, ${IN_FLIGHT} in flight each, rollups`, [
    { name: 'acknowledged over MQTT', value: median(product), unit: 'readings/s', note: spread(product) },
    {
      name: `floor: batches of ${UNITS} straight in`,
      value: median(floor),
      unit: 'readings/s',
      note: spread(floor),
    },
    { name: 'ratio', value: median(ratios), unit: '', target: { atLeast: 0.5 }, note: spread(ratios) },
    ms(`acknowledgement at ${PACED}/s from ${UNITS}, p50`, many, 0.5),
    ms(`acknowledgement at ${PACED}/s from ${UNITS}, p95`, many, 0.95),
    ms(`acknowledgement at ${PACED}/s from ${FEW}, p50`, few, 0.5),
    ms(`acknowledgement at ${PACED}/s from ${FEW}, p95`, few, 0.95),
    ...[0.5, 0.95].map((share) => ({
      name: `${UNITS} to ${FEW} units, p${share * 100}`,
      value: percentile(many, share) / percentile(few, share),
      unit: '',
      target: { atMost: 1.1 },
    })),
  ])
})
