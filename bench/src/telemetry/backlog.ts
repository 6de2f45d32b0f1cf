import type { Db } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet } from '../lib/fleet.ts'
import { type Send, saturate } from '../lib/load.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { connectUnits, endUnits, type Unit } from '../lib/unit.ts'
import { EPISODE, messagesOf, type Order, orders } from './outage.ts'

const UNITS = 200
const IN_FLIGHT = 5
const ROUNDS = 5
const ROUND_MS = 3000
const DAY_MS = 86_400_000

/** A unit, the number of episodes it has begun, and the messages left of the last one of each order. */
type Sender = {
  readonly unit: Unit
  episodes: number
  readonly left: Map<Order, number[][]>
  readonly sent: Set<number>
}

function nextMessage(from: Sender, order: Order): number[] {
  const message = from.left.get(order)?.shift()
  if (message) return message
  const first = from.episodes * EPISODE
  from.episodes += 1
  from.left.set(
    order,
    messagesOf(order).map((one) => one.map((index) => first + index)),
  )
  return nextMessage(from, order)
}

const sendNext =
  (order: Order, start: number): Send<Sender> =>
  (from, onAck) => {
    const message = nextMessage(from, order)
    for (const index of message) from.sent.add(index)
    const readings = message.map((index) => reading(index, start + index * READING_MS))
    from.unit.publish(JSON.stringify(readings.length === 1 ? readings[0] : readings), onAck)
    return message.length
  }

/** Alternates the orders; the first round is a warm-up and does not count. Resolves to readings per second. */
async function throughput(senders: readonly Sender[], start: number) {
  const rates = new Map<Order, number[]>(orders.map((order) => [order, []]))
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const order of orders) {
      const send = sendNext(order, start)
      const rate = await saturate(senders, { send, inFlight: IN_FLIGHT, ms: ROUND_MS })
      if (round > 0) rates.get(order)?.push(rate)
    }
  return rates
}

const wrong = z.object({ stored: z.int(), wrong: z.int() })
/** Counts stored readings, and quarters that differ from their readings; the counter of PV never falls here. */
async function check(db: Db) {
  const found = await db.row(
    wrong,
    `with counted as (
       select system, date_bin('15 minutes', at, timestamptz 'epoch') as at, count(*) as readings,
         max(pv_wh) - min(pv_wh) as pv_wh
       from reading group by 1, 2
     )
     select coalesce(sum(counted.readings), 0)::integer as stored,
       count(*) filter (where (counted.readings, counted.pv_wh) is distinct from (quarter.readings, quarter.pv_wh))::integer as wrong
     from counted full join quarter using (system, at)`,
  )
  if (!found) throw new Error('a count returned no row')
  return found
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 100_000, UNITS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))

  const start = Math.floor(Date.now() / DAY_MS - 5) * DAY_MS
  const senders = units.map((unit): Sender => ({ unit, episodes: 0, left: new Map(), sent: new Set() }))
  const rates = await throughput(senders, start)
  const { stored, wrong } = await check(db)
  const sent = senders.reduce((sum, one) => sum + one.sent.size, 0)

  const plain = rates.get('plain') ?? []
  report(
    `backlog: ${UNITS} units fill a gap of 17 minutes while live readings come, ${IN_FLIGHT} messages in flight each`,
    [
      { name: 'floor: the same in order', value: median(plain), unit: 'readings/s', note: spread(plain) },
      ...orders.slice(1).flatMap((order) => {
        const found = rates.get(order) ?? []
        const ratios = found.map((rate, round) => rate / (plain[round] ?? Number.NaN))
        return [
          { name: order, value: median(found), unit: 'readings/s', note: spread(found) },
          { name: 'ratio', value: median(ratios), unit: '', target: { atLeast: 0.5 }, note: spread(ratios) },
        ]
      }),
      { name: 'lost', value: sent - stored, unit: '', target: { atMost: 0 } },
      { name: 'quarters unlike their readings', value: wrong, unit: '', target: { atMost: 0 } },
    ],
  )
})
