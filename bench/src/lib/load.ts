import { setTimeout as sleep } from 'node:timers/promises'
import { READING_MS, reading } from './reading.ts'
import type { Unit } from './unit.ts'

const TICK_MS = 2

/** A unit and the number of readings it has sent. */
export type Sender = { readonly unit: Unit; sent: number }
export const sender = (unit: Unit): Sender => ({ unit, sent: 0 })

/** Sends a unit's next reading, stamped READING_MS after the one before. */
function sendNext(from: Sender, start: number, onAck: () => void) {
  const { sent } = from
  from.sent += 1
  from.unit.publish(JSON.stringify(reading(sent, start + sent * READING_MS)), onAck)
}

/** Sends the next message of a unit, of so many readings. */
export type Send<S> = (from: S, onAck: () => void) => number

/** Sends a unit's next reading as a message of its own. */
export const sendSingle =
  (start: number): Send<Sender> =>
  (from, onAck) => {
    sendNext(from, start, onAck)
    return 1
  }

/** Sends at full speed with `inFlight` messages in flight per unit; resolves to acknowledged readings per second. */
export async function saturate<S>(
  senders: readonly S[],
  { send, inFlight, ms }: { send: Send<S>; inFlight: number; ms: number },
): Promise<number> {
  const until = performance.now() + ms
  let acknowledged = 0
  let underway = 0
  const drained = Promise.withResolvers<void>()
  function sendFrom(from: S) {
    underway += 1
    const readings = send(from, () => {
      underway -= 1
      if (performance.now() < until) {
        acknowledged += readings
        sendFrom(from)
      } else if (underway === 0) drained.resolve()
    })
  }
  for (const from of senders) for (let i = 0; i < inFlight; i += 1) sendFrom(from)
  await drained.promise
  return acknowledged / (ms / 1000)
}

/** Sends at a fixed total rate in readings per second; resolves to the ms from publish to PUBACK of each. */
export async function pace(
  senders: readonly Sender[],
  { start, rate, ms }: { start: number; rate: number; ms: number },
): Promise<number[]> {
  const latencies: number[] = []
  const began = performance.now()
  const total = Math.round((rate * ms) / 1000)
  const drained = Promise.withResolvers<void>()
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000) + 1)
    for (; sent < due; sent += 1) {
      const from = senders[sent % senders.length]
      const at = performance.now()
      if (from)
        sendNext(from, start, () => {
          latencies.push(performance.now() - at)
          if (latencies.length === total) drained.resolve()
        })
    }
    await sleep(TICK_MS)
  }
  await drained.promise
  return latencies
}
