import { shapeOf } from '@kellersonne/contract/shared/json-shape'
import {
  MAX_BACKLOG,
  MAX_PACKET_BYTES,
  MAX_VERSIONS,
  onlinePayload,
  outcomePayload,
  type ReadingPayload,
  readingPayload,
  statePayload,
  toReading,
} from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { timeFault } from '@kellersonne/core/telemetry/readings'
import * as z from 'zod/mini'
import type { Received } from '../../platform/broker/topics.ts'
import { elementsOf } from '../../platform/json-elements.ts'
import { type Item, type ItemOf, type Refusal, refused } from './batch.ts'
import { plainReading } from './plain-reading.ts'

const KEPT_BYTES = 500
/** A backlog of readings with their counters is three levels deep. */
const MAX_DEPTH = 8
/** A hundred readings with their counters, and some unknown fields. */
const MAX_SIGNS = 5000

/** Replaces characters that the database cannot hold. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD')

/** The stored form of a refused message: its first bytes. */
export const refusal = (
  { system, topic, payload }: Received,
  receivedAt: Date,
  why: Refusal,
): ItemOf<'refusal'> => ({
  ...why,
  ...{ kind: 'refusal', system, receivedAt },
  topic: topic ?? '',
  payload: storable(payload.subarray(0, KEPT_BYTES).toString('utf8')),
})

type Parsed<T> = ReturnType<z.ZodMiniType<T>['safeParse']>

/** Parses as `readingPayload`, most readings without its cost. */
function parseReading(json: unknown): Parsed<ReadingPayload> {
  const plain = plainReading(json)
  return plain ? { success: true, data: plain } : readingPayload.safeParse(json)
}

type Checked<T> = { readonly value: T } | Refusal

/** A path with an index or a key that the unit made up may be of any length. */
const LONGEST_FIELD = 60

/** Names the first field at fault, and the limit it exceeds. */
function invalid({ issues }: z.core.$ZodError): Refusal {
  const beyond = issues.every(({ code }) => code === 'too_big' || code === 'too_small')
  const [first] = issues
  const field = storable(first?.path.join('.').slice(0, LONGEST_FIELD) ?? '') || null
  const bound = first?.code === 'too_big' ? first.maximum : first?.code === 'too_small' ? first.minimum : null
  return refused(beyond ? 'out_of_range' : 'malformed', field, bound === null ? null : Number(bound))
}

/** Checks a parsed payload that carries its own time and may carry the unit's serial number. */
function check<T extends { readonly at: Date; readonly sn?: string | undefined }>(
  { success, data, error }: Parsed<T>,
  sn: SerialNumber,
  now: Date,
): Checked<T> {
  if (!success) return invalid(error)
  if (data.sn !== undefined && data.sn !== sn) return refused('foreign_sn', 'sn')
  const reason = timeFault(data.at, now)
  return reason ? refused(reason, 'at') : { value: data }
}

const timed = z.object({ at: readingPayload.shape.at })

/** Returns when a reading was measured, whatever else is wrong with it; null if that cannot be believed. */
function timeOf(json: unknown, now: Date): Date | null {
  const at = timed.safeParse(json).data?.at
  return at && timeFault(at, now) === null ? at : null
}

function readJson(payload: Buffer): Checked<unknown> {
  // Later code recurses as deep as the value is nested, and the stack is limited.
  const { depth, signs } = shapeOf(payload)
  if (depth > MAX_DEPTH) return refused('malformed')
  if (signs > MAX_SIGNS) return refused('too_many', null, MAX_SIGNS)
  const text = payload.toString('utf8')
  try {
    return { value: JSON.parse(text) }
  } catch {
    return refused('not_json')
  }
}

/**
 * Parses a state. Its map of versions is counted first, as lists are by their schema: thousands of faulty ones take forty
 * milliseconds.
 */
function checkState(json: unknown, sn: SerialNumber, now: Date) {
  const versions = typeof json === 'object' && json !== null && 'versions' in json ? json.versions : null
  if (typeof versions === 'object' && versions !== null && Object.keys(versions).length > MAX_VERSIONS)
    return refused('out_of_range', 'versions', MAX_VERSIONS)
  return check(statePayload.safeParse(json), sn, now)
}

/**
 * Returns the items to store for a message; for invalid parts, refusals with their reason. Never throws, never
 * returns an empty list.
 */
export function itemsOf(received: Received, now: Date): Item[] {
  const { system, sn } = received
  const refuse = (why: Refusal, payload = received.payload) => refusal({ ...received, payload }, now, why)
  const presence = (online: boolean): Item => ({ kind: 'presence', system, receivedAt: now, online })

  if (received.topic === null) return [refuse(refused('too_large', null, MAX_PACKET_BYTES))]
  const json = readJson(received.payload)
  if ('reason' in json) return [refuse(json)]
  switch (received.topic) {
    case 'reading': {
      const isBacklog = Array.isArray(json.value)
      const backlog = isBacklog ? json.value : [json.value]
      if (backlog.length > MAX_BACKLOG) return [refuse(refused('too_many', null, MAX_BACKLOG))]
      if (backlog.length === 0) return [presence(true)]
      const parts = isBacklog ? elementsOf(received.payload) : [received.payload]
      return backlog.map((part, i) => {
        const checked = check(parseReading(part), sn, now)
        return 'reason' in checked
          ? { ...refuse(checked, parts[i]), measuredAt: timeOf(part, now) }
          : { kind: 'reading', system, receivedAt: now, reading: toReading(checked.value) }
      })
    }
    case 'state': {
      const checked = checkState(json.value, sn, now)
      return [
        'reason' in checked
          ? refuse(checked)
          : { kind: 'state', system, receivedAt: now, state: checked.value },
      ]
    }
    case 'online': {
      const { success, data, error } = onlinePayload.safeParse(json.value)
      return [success ? presence(data.online) : refuse(invalid(error))]
    }
    case 'outcome': {
      const { success, data, error } = outcomePayload.safeParse(json.value)
      return [success ? { kind: 'outcome', system, receivedAt: now, outcome: data } : refuse(invalid(error))]
    }
  }
}
