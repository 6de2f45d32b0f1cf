import { createHash } from 'node:crypto'
import {
  MAX_BACKLOG,
  type OutcomePayload,
  onlinePayload,
  outcomePayload,
  type ReadingPayload,
  readingPayload,
  type StatePayload,
  statePayload,
  topics,
} from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { timeFault } from '@kellersonne/core/telemetry/readings'
import type * as z from 'zod/mini'

/** A unit under test may send without end: of each kind, only so much is kept. */
const KEPT = { readings: 10_000, states: 1000, outcomes: 1000, faults: 20 }
const SHOWN = 200

type Received<T> = T & { readonly connection: number }
/** A reading, with a hash of its content, how long after it was measured it came, and as which. */
export type ReceivedReading = Received<{
  reading: ReadingPayload
  hash: string
  resent: boolean
  delayMs: number
  number: number
}>

function keep<T>(list: T[], item: T, most: number) {
  list.push(item)
  if (list.length > most) list.splice(0, list.length - most)
}
const hashOf = (part: unknown) => createHash('sha256').update(JSON.stringify(part)).digest('base64')

function faultOf({ issues: [first] }: z.core.$ZodError): string {
  const field = first?.path.join('.') || 'the message'
  if (first?.code === 'too_big') return `${field} is more than ${first.maximum}`
  if (first?.code === 'too_small') return `${field} is less than ${first.minimum}`
  return `${field} is not as described`
}

/** Keeps what a unit has sent, and everything in it that is not as described. */
export function openReceived(sn: SerialNumber, now: () => Date) {
  const readings: ReceivedReading[] = []
  const byTime = new Map<number, string>()
  const states: Received<{ state: StatePayload }>[] = []
  const outcomes: Received<{ outcome: OutcomePayload }>[] = []
  const online: Received<{ online: boolean }>[] = []
  const faults: string[] = []
  let total = 0

  const fault = (what: string, payload = '') =>
    keep(faults, payload === '' ? what : `${what} in ${payload.slice(0, SHOWN)}`, KEPT.faults)

  function parsed<T>(name: string, schema: z.ZodMiniType<T>, json: unknown): T | null {
    const { success, data, error } = schema.safeParse(json)
    if (success) return data
    fault(`${name}: ${faultOf(error)}`, JSON.stringify(json))
    return null
  }
  function judgeTime(name: string, at: Date, own: string | undefined) {
    const wrong = timeFault(at, now())
    if (wrong) fault(`${name}: ${wrong}, ${at.toISOString()}`)
    if (own !== undefined && own !== sn) fault(`${name}: sn is not ${sn}`)
  }
  function takeReading(reading: ReadingPayload, part: unknown, connection: number) {
    judgeTime('reading', reading.at, reading.sn)
    const [time, hash] = [reading.at.getTime(), hashOf(part)]
    const known = byTime.get(time)
    if (known !== undefined && known !== hash) fault(`reading: two with ${reading.at.toISOString()} differ`)
    byTime.set(time, known ?? hash)
    if (byTime.size > KEPT.readings) for (const [oldest] of [...byTime].slice(0, 1)) byTime.delete(oldest)
    total += 1
    const delayMs = now().getTime() - time
    keep(
      readings,
      { reading, hash, connection, resent: known !== undefined, delayMs, number: total },
      KEPT.readings,
    )
  }

  const takers: Record<string, (json: unknown, connection: number) => void> = {
    [topics.reading.of(sn)]: (json, connection) => {
      const parts: readonly unknown[] = Array.isArray(json) ? json : [json]
      if (parts.length > MAX_BACKLOG) return fault(`reading: an array of ${parts.length}`)
      for (const part of parts) {
        const reading = parsed('reading', readingPayload, part)
        if (reading) takeReading(reading, part, connection)
      }
    },
    [topics.state.of(sn)]: (json, connection) => {
      const state = parsed('state', statePayload, json)
      if (state === null) return
      judgeTime('state', state.at, state.sn)
      keep(states, { state, connection }, KEPT.states)
    },
    [topics.online.of(sn)]: (json, connection) => {
      const message = parsed('online', onlinePayload, json)
      if (message) keep(online, { ...message, connection }, KEPT.states)
    },
    [topics.outcome.of(sn)]: (json, connection) => {
      const outcome = parsed('outcome', outcomePayload, json)
      if (outcome) keep(outcomes, { outcome, connection }, KEPT.outcomes)
    },
  }

  return {
    readings: (): readonly ReceivedReading[] => readings,
    states: () => states,
    outcomes: () => outcomes,
    online: () => online,
    /** What was not as described, the last few. */
    faults: (): readonly string[] => faults,
    /** Counts the readings, including those that are kept no longer. */
    total: () => total,
    fault,
    /** Takes a message; returns false if the topic is none of the unit's own. */
    take(topic: string, payload: Buffer, connection: number): boolean {
      const take = Object.hasOwn(takers, topic) ? takers[topic] : undefined
      if (!take) return false
      try {
        take(JSON.parse(payload.toString('utf8')), connection)
      } catch {
        fault('no JSON', payload.toString('utf8'))
      }
      return true
    },
  }
}
export type ReceivedMessages = ReturnType<typeof openReceived>
