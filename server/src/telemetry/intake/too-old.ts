import type { Sql } from '../../platform/db/database.ts'
import { openDays } from '../sealing/opening.ts'
import { type Item, type ItemOf, refused } from './batch.ts'
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

/** A reading that must wait until its day may be opened. `opens`: it is the first of its day. */
export type Postponed = { readonly item: Reading; readonly opens: boolean }
/** Decides whether a sealed day may be opened for this reading: that takes long. */
export type MayOpen = (item: Item) => boolean

/** Opens the sealed days that these readings fall into, as far as they may. */
async function openDaysOf(sql: Sql, readings: readonly Reading[], { held, mayOpen }: Options) {
  const late = readings.filter(({ system, reading }) => reading.at < (held.sealedUntil.get(system) ?? 0))
  const [first] = late
  if (!first) return { opened: [], closed: [], postponed: [] }
  const instants = late.map((item) => ({ ...instantOf(item), mayOpen: mayOpen(item) }))
  const { opened, waiting, closed } = await openDays(sql, instants, first.receivedAt)
  const at = (places: readonly number[]) => places.flatMap((place) => late[place] ?? [])
  return {
    opened,
    closed: at(closed),
    postponed: waiting.flatMap((places) =>
      at(places).map((item, i): Postponed => ({ item, opens: i === 0 })),
    ),
  }
}

/** Resolves to the readings of quarters of before a restore that could hold them already. */
async function ofIncompleteQuarters(sql: Sql, readings: readonly Reading[], { missingBefore }: Held) {
  const early = readings.filter(({ reading }) => reading.at < (missingBefore ?? 0))
  const isIncomplete = await incompleteQuarters(sql, early.map(instantOf))
  return early.filter((one) => isIncomplete(instantOf(one)))
}

type Options = { readonly held: Held; readonly keep: Keep; readonly mayOpen: MayOpen }
/** `counted`: what can be stored now. `opened`: the system of each day that was opened. */
type Judged = {
  readonly counted: readonly Reading[]
  readonly postponed: readonly Postponed[]
  readonly opened: readonly number[]
}

/**
 * Decides what happens to late readings. One that falls into a sealed day reopens it, or waits until it may, as long as the
 * day's and the quarter's raw readings are kept; otherwise it is refused as `time_past`, like one whose time `timeFault` rejects.
 */
export async function withoutTooOld(
  sql: Sql,
  readings: readonly Reading[],
  options: Options,
): Promise<Judged> {
  const { opened, closed, postponed } = await openDaysOf(sql, readings, options)
  const waiting = new Set(postponed.map(({ item }) => item))
  const settled = readings.filter((item) => !waiting.has(item))
  const tooOld = new Set([...closed, ...(await ofIncompleteQuarters(sql, settled, options.held))])
  const counted = settled.filter((item) => !tooOld.has(item))
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
  if (refusals.length > 0) await storeRefusals(sql, options.keep(refusals))
  return { counted, postponed, opened }
}
