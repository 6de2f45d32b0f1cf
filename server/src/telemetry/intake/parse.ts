import {
  MAX_BACKLOG,
  onlinePayload,
  outcomePayload,
  readingPayload,
  statePayload,
  toReading,
} from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { timeFault } from '@kellersonne/core/telemetry/readings'
import type * as z from 'zod/mini'
import type { Received } from '../../platform/broker/topics.ts'
import { elementsOf, shapeOf } from '../../platform/json-shape.ts'
import type { Item, RefusalReason } from './batch.ts'

const KEPT_BYTES = 500
/** A backlog of readings with their counters is three levels deep. */
const MAX_DEPTH = 8
/** A hundred readings with their counters, and some unknown fields. */
const MAX_SIGNS = 5000

/** The stored form of a refused message: its first bytes, without characters the database cannot hold. */
export const refusal = (
  { system, topic, payload }: Received,
  receivedAt: Date,
  reason: RefusalReason,
): Item => ({
  kind: 'refusal',
  system,
  receivedAt,
  topic: topic ?? '',
  reason,
  payload: payload.subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD'),
})

type Checked<T> = { readonly value: T } | { readonly reason: RefusalReason }

/** Parses a payload that carries its own time and may carry the unit's serial number. */
function check<T extends { readonly at: Date; readonly sn?: string | undefined }>(
  schema: z.ZodMiniType<T>,
  json: unknown,
  sn: SerialNumber,
  now: Date,
): Checked<T> {
  const { success, data, error } = schema.safeParse(json)
  if (!success) {
    const beyond = error.issues.every(({ code }) => code === 'too_big' || code === 'too_small')
    return { reason: beyond ? 'out_of_range' : 'malformed' }
  }
  if (data.sn !== undefined && data.sn !== sn) return { reason: 'foreign_sn' }
  const reason = timeFault(data.at, now)
  return reason ? { reason } : { value: data }
}

function readJson(payload: Buffer): Checked<unknown> {
  // Later code recurses as deep as the value is nested, and the stack is limited.
  const { depth, signs } = shapeOf(payload)
  if (depth > MAX_DEPTH) return { reason: 'malformed' }
  if (signs > MAX_SIGNS) return { reason: 'too_many' }
  const text = payload.toString('utf8')
  // We have no such field: this is an attack.
  if (text.includes('"__proto__"')) return { reason: 'malformed' }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'not_json' }
  }
}

/**
 * Returns the items to store for a message; for invalid parts, refusals with their reason. Never throws, never
 * returns an empty list.
 */
export function itemsOf(received: Received, now: Date): Item[] {
  const { system, sn } = received
  const refuse = (reason: RefusalReason, payload = received.payload) =>
    refusal({ ...received, payload }, now, reason)
  const presence = (online: boolean): Item => ({ kind: 'presence', system, receivedAt: now, online })

  if (received.topic === null) return [refuse('too_large')]
  const json = readJson(received.payload)
  if ('reason' in json) return [refuse(json.reason)]
  switch (received.topic) {
    case 'reading': {
      const isBacklog = Array.isArray(json.value)
      const backlog = isBacklog ? json.value : [json.value]
      if (backlog.length > MAX_BACKLOG) return [refuse('too_many')]
      if (backlog.length === 0) return [presence(true)]
      const parts = isBacklog ? elementsOf(received.payload) : [received.payload]
      return backlog.map((part, i) => {
        const checked = check(readingPayload, part, sn, now)
        return 'reason' in checked
          ? refuse(checked.reason, parts[i])
          : { kind: 'reading', system, receivedAt: now, reading: toReading(checked.value) }
      })
    }
    case 'state': {
      const checked = check(statePayload, json.value, sn, now)
      return [
        'reason' in checked
          ? refuse(checked.reason)
          : { kind: 'state', system, receivedAt: now, state: checked.value },
      ]
    }
    case 'online': {
      const { success, data } = onlinePayload.safeParse(json.value)
      return [success ? presence(data.online) : refuse('malformed')]
    }
    case 'outcome': {
      const { success, data } = outcomePayload.safeParse(json.value)
      return [success ? { kind: 'outcome', system, receivedAt: now, outcome: data } : refuse('malformed')]
    }
  }
}
