import { counterNames } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Db, Sql } from '../../platform/db/database.ts'
import { columns, counters, measures, numberArray } from '../readings/columns.ts'
import { countFromEnds } from '../readings/count-from-ends.ts'
import { upsertLatest } from '../readings/latest.ts'
import { addLikeReadings, addReadings, recountQuarters } from '../readings/quarters.ts'
import { type StateKey, storeStates } from '../readings/states.ts'
import { noticesOf } from '../readings/system-changed.ts'
import { type Item, type ItemOf, newestIn, readingsIn, refusalsIn, statesIn } from './batch.ts'
import { REOPENED, recountCost } from './budget.ts'
import { type Refusals, storeRefusals } from './refusals.ts'
import { noteRefusedStates } from './refused-state.ts'
import { countRefusedReadings } from './refused-today.ts'
import { type Held, type Keep, type MayOpen, type Postponed, withoutTooOld } from './too-old.ts'

const sealed = z.object({
  system: z.int(),
  sealed_until: z.nullable(z.date()),
  missing_before: z.nullable(z.date()),
})

const tornQuarter = z.object({ system: z.int(), at: z.date(), readings: z.int() })
type TornQuarter = z.output<typeof tornQuarter>

const keyOf = ({ system, at }: Pick<TornQuarter, 'system' | 'at'>) => `${system} ${at.getTime()}`

/** True if every reading knows the same counters as the others of its system. `readings`: ordered by system. */
const isLike = (readings: readonly ItemOf<'reading'>[]) =>
  readings.every(({ system, reading }, i) => {
    const before = readings[i - 1]
    if (before?.system !== system) return true
    return counterNames.every(
      (name) => (before.reading.counters[name] === null) === (reading.counters[name] === null),
    )
  })

/** Stores readings; resolves to what recounting quarters costs. */
async function storeReadings(sql: Sql, readings: readonly ItemOf<'reading'>[]): Promise<Costs> {
  if (readings.length === 0) return new Map()
  const torn = await sql.rows(tornQuarter, isLike(readings) ? addLikeReadings : addReadings, [
    numberArray(readings, (item) => item.system),
    numberArray(readings, (item) => item.reading.at.getTime()),
    ...columns.map((column) => numberArray(readings, (item) => column.of(item.reading))),
  ])
  const left = torn.length > 0 ? await withoutCounted(sql, torn, readings) : []
  if (left.length > 0) await sql.run(recountQuarters, [left.map((q) => q.system), left.map((q) => q.at)])
  return sumCosts(left.map((q) => [q.system, recountCost(q.readings)]))
}

/** Counts torn quarters by their ends where that is possible; resolves to the others, which must be read to be recounted. */
async function withoutCounted(
  sql: Sql,
  torn: readonly TornQuarter[],
  readings: readonly ItemOf<'reading'>[],
): Promise<TornQuarter[]> {
  const keys = new Set(torn.map(keyOf))
  const reported = readings.filter(({ system, reading }) =>
    keys.has(keyOf({ system, at: quarterOf(reading.at) })),
  )
  const times = torn.map(({ at }) => at.getTime())
  const done = await sql.rows(tornQuarter, countFromEnds, [
    numberArray(reported, (item) => item.system),
    numberArray(reported, (item) => item.reading.at.getTime()),
    new Date(Math.min(...times)),
    new Date(Math.max(...times) + QUARTER_MS),
    ...counters.map((column) => numberArray(reported, (item) => column.of(item.reading))),
  ])
  for (const quarter of done) keys.delete(keyOf(quarter))
  return torn.filter((quarter) => keys.has(keyOf(quarter)))
}

const oldestOf = (readings: readonly ItemOf<'reading'>[]) =>
  readings.reduce((oldest, { reading }) => Math.min(oldest, reading.at.getTime()), Number.POSITIVE_INFINITY)

/** Updates `latest`, locks each system's row and announces it; resolves to the instants before which readings are judged by `withoutTooOld`. */
async function storeNewest(
  sql: Sql,
  batch: readonly Item[],
  readings: readonly ItemOf<'reading'>[],
): Promise<Held> {
  const newest = newestIn(batch, readings)
  const time = (of: (item: (typeof newest)[number]) => number | null) => numberArray(newest, of)
  const held = await sql.rows(sealed, upsertLatest, [
    time(({ system }) => system),
    time(({ receivedAt }) => receivedAt),
    time(({ vanished }) => vanished),
    time(({ readingAt }) => readingAt),
    time(({ state }) => state?.at.getTime() ?? null),
    time(({ first }) => first),
    ...measures.map((_, i) => numberArray(newest, ({ values }) => values[i])),
    ...counters.map((column) => numberArray(newest, ({ reading }) => reading && column.of(reading))),
    ...measures.map((_, i) => time(({ times }) => times[i] ?? null)),
    readings.length > 0 ? oldestOf(readings) : null,
    noticesOf(newest.map(({ system }) => system)),
  ])
  return {
    sealedUntil: new Map(held.map((row) => [row.system, row.sealed_until])),
    missingBefore: held[0]?.missing_before ?? null,
  }
}

/** `freshStates`: the states of the batch that were not stored before. */
type Stored = { readonly batch: readonly Item[]; readonly freshStates: readonly StateKey[] }

/** Tokens of the units' budgets (budget.ts), by system. */
type Costs = ReadonlyMap<number, number>
function sumCosts(costs: Iterable<readonly [system: number, cost: number]>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [system, cost] of costs) sums.set(system, (sums.get(system) ?? 0) + cost)
  return sums
}
/** `costs`: of work that could not be foreseen when a message was received. */
type StepResult = { readonly refusals?: Refusals; readonly costs?: Costs }

/**
 * What another domain does in the transaction that stores a batch, after its readings and states; resolves to the
 * items it refuses and what it cost. The rows of the batch's systems in `latest` are locked.
 */
export type BatchStep = (sql: Sql, stored: Stored) => Promise<StepResult>

/** `keep`: selects the refusals to store. */
type Options = { readonly steps: readonly BatchStep[]; readonly keep: Keep; readonly mayOpen: MayOpen }
/** What storing a batch cost, and which of its readings were not stored, as they must open a day and may not yet. */
export type Written = { readonly costs: Costs; readonly postponed: readonly Postponed[] }

/**
 * Stores a batch in one transaction and announces the systems that changed. A reading that is already
 * stored is ignored. Safe to run concurrently: every batch locks rows in the same order. `steps` run in their order.
 */
export const writeBatch = (
  db: Pick<Db, 'transaction'>,
  batch: readonly Item[],
  { steps, keep, mayOpen }: Options,
): Promise<Written> =>
  db.transaction(async (sql) => {
    // Must come first: the row locks protect these systems' days and episodes from other transactions.
    const readings = readingsIn(batch)
    const held = await storeNewest(sql, batch, readings)
    const { counted, postponed, opened } = await withoutTooOld(sql, readings, { held, keep, mayOpen })
    const costs = [...(await storeReadings(sql, counted))]
    for (const system of opened) costs.push([system, REOPENED])
    const [states, refusals] = [statesIn(batch), refusalsIn(batch)]
    const freshStates = await storeStates(sql, states)
    await countRefusedReadings(sql, refusals)
    await noteRefusedStates(sql, states, refusals)
    await storeRefusals(sql, keep(refusals))
    const waiting = new Set<Item>(postponed.map(({ item }) => item))
    const stored = { batch: batch.filter((item) => !waiting.has(item)), freshStates }
    for (const step of steps) {
      const { refusals: later = [], costs: own } = await step(sql, stored)
      if (later.length > 0) await storeRefusals(sql, keep(later))
      if (own) costs.push(...own)
    }
    return { costs: sumCosts(costs), postponed }
  })
