import { isDeepStrictEqual } from 'node:util'
import { type ConfigData, cutTo, MAX_ATTRIBUTES } from '@kellersonne/contract/firmware/ddi'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { openTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import { type Attributes, clientStore } from './client-store.ts'

const MAX_ATTRIBUTE_LENGTH = 1000
/** A unit is asked for its attributes this often. */
export const TOLD_AGAIN_MS = 24 * 3_600_000
/**
 * Every change writes all of a unit's attributes anew, into the log of the database, too. At once: more than it may have, three
 * times. After that, so many bytes a day: five hundred changes of what clients usually send.
 */
const BYTES = 1_000_000
const BUDGET = { burst: BYTES, everyMs: TOLD_AGAIN_MS / BYTES }
/** The row without its content, and its entry in the index. */
const ROW_BYTES = 256

/** Returns a unit's attributes after what it has sent. Those without a value can only be removed. */
function apply(before: Attributes, { mode, data }: ConfigData): Attributes {
  const sent = Object.entries(data ?? {})
  if (mode === 'remove') {
    const names = new Set(sent.map(([name]) => name))
    return Object.fromEntries(Object.entries(before).filter(([name]) => !names.has(name)))
  }
  const given = sent.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, cutTo(MAX_ATTRIBUTE_LENGTH, value)] as const],
  )
  return { ...(mode !== 'replace' && before), ...Object.fromEntries(given) }
}

/**
 * Returns what keeps the attributes that units send. Those that are known are not written again, but for when they were told, once
 * a day. Throws `ApiError` input_invalid if there are too many, too_many_attempts if a unit has changed too much in this process.
 */
export function openAttributes(db: Db, now: () => Date) {
  const budget = openTokenBuckets(BUDGET, now)
  function spend(system: number, bytes: number) {
    if (budget.take(system, bytes)) return
    const retryAfter = Math.ceil(budget.missing(system, bytes) / 1000)
    throw new ApiError('too_many_attempts', { retryAfter })
  }
  return (system: number, sent: ConfigData): Promise<void> =>
    db.transaction(async (sql) => {
      const store = clientStore(sql)
      const known = await store.lock(system)
      const attributes = apply(known?.attributes ?? {}, sent)
      if (Object.keys(attributes).length > MAX_ATTRIBUTES)
        throw new ApiError('input_invalid', { fields: { data: 'too_long' } })
      const at = now()
      if (!known || !isDeepStrictEqual(attributes, known.attributes)) {
        spend(system, Buffer.byteLength(JSON.stringify(attributes)) + ROW_BYTES)
        await store.put(system, attributes, at)
      } else if (at.getTime() - known.toldAt.getTime() >= TOLD_AGAIN_MS) await store.noteTold(system, at)
    })
}
