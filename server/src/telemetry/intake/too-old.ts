import type { Sql } from '../../platform/db/database.ts'
import { sealedStore } from '../sealing/store.ts'
import { type ItemOf, refused } from './batch.ts'
import { incompleteQuarters } from './missing-readings.ts'
import { type Refusals, storeRefusals } from './refusals.ts'

/** `sealedUntil`: of each system with a reading of before. `missingBefore`: since a restore, raw readings of before may be missing. */
export type Held = {
  readonly sealedUntil: ReadonlyMap<number, Date | null>
  readonly missingBefore: Date | null
}
/** Selects the refusals to store. */
export type Keep = (refusals: Refusals) => Refusals
type Reading = ItemOf<'reading'>

const instantOf = ({ system, reading: { at } }: Reading) => ({ system, at })

/** Opens the sealed days that these readings fall into; resolves to the readings whose day must stay sealed. */
async function ofClosedDays(sql: Sql, readings: readonly Reading[], { sealedUntil }: Held) {
  if (sealedUntil.size === 0) return []
  const late = readings.filter(({ system, reading }) => reading.at < (sealedUntil.get(system) ?? 0))
  const [first] = late
  if (!first) return []
  const closed = await sealedStore(sql).open(late.map(instantOf), first.receivedAt)
  return late.filter(({ system, reading: { at } }) =>
    closed.some((day) => day.system === system && at >= day.start && at < day.until),
  )
}

/** Resolves to the readings of quarters of before a restore that could hold them already. */
async function ofIncompleteQuarters(sql: Sql, readings: readonly Reading[], { missingBefore }: Held) {
  const early = readings.filter(({ reading }) => reading.at < (missingBefore ?? 0))
  const isIncomplete = await incompleteQuarters(sql, early.map(instantOf))
  return early.filter((one) => isIncomplete(instantOf(one)))
}

/**
 * Decides what happens to late readings. One that falls into a sealed day reopens it, as long as the day's and the
 * quarter's raw readings are kept; otherwise it is refused as `time_past`, like one whose time `timeFault` rejects.
 * Resolves to the readings that can be counted.
 */
export async function withoutTooOld(
  sql: Sql,
  readings: readonly Reading[],
  { held, keep }: { held: Held; keep: Keep },
): Promise<readonly Reading[]> {
  const closed = await ofClosedDays(sql, readings, held)
  const tooOld = new Set([...closed, ...(await ofIncompleteQuarters(sql, readings, held))])
  if (tooOld.size === 0) return readings
  const refusals = [...tooOld].map(({ system, receivedAt, reading }) => ({
    ...{
      kind: 'refusal' as const,
      system,
      receivedAt,
      topic: 'reading' as const,
      ...refused('time_past', 'at'),
    },
    payload: JSON.stringify(reading),
  }))
  await storeRefusals(sql, keep(refusals))
  return readings.filter((item) => !tooOld.has(item))
}
