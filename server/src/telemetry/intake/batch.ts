import type { OutcomePayload, RefusalReason, StatePayload } from '@kellersonne/contract/telemetry/device'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { measures } from '../readings/columns.ts'

/** Why something is refused; the field at fault as a path such as `energy_wh.pv`, and the limit it exceeds. */
export type Refusal = {
  readonly reason: RefusalReason
  readonly field: string | null
  readonly limit: number | null
}

export const refused = (
  reason: RefusalReason,
  field: string | null = null,
  limit: number | null = null,
): Refusal => ({ reason, field, limit })

/** The smallest part of a message that is stored or refused on its own. `receivedAt` is server time. */
export type Item = { readonly system: number; readonly receivedAt: Date } & (
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'state'; readonly state: StatePayload }
  | { readonly kind: 'outcome'; readonly outcome: OutcomePayload }
  | { readonly kind: 'presence'; readonly online: boolean }
  | ({
      readonly kind: 'refusal'
      readonly topic: string
      readonly payload: string
      /** When a refused reading was measured, if it says so believably. */
      readonly measuredAt?: Date | null
    } & Refusal)
)
export const itemKinds = [
  'reading',
  'state',
  'outcome',
  'presence',
  'refusal',
] as const satisfies Item['kind'][]
export type ItemOf<K extends Item['kind']> = Extract<Item, { kind: K }>

/** Returns the items of one kind, ordered by system and time. */
export const readingsIn = (batch: readonly Item[]) =>
  batch
    .filter((item) => item.kind === 'reading')
    .sort((a, b) => a.system - b.system || a.reading.at.getTime() - b.reading.at.getTime())
export const statesIn = (batch: readonly Item[]) =>
  batch
    .filter((item) => item.kind === 'state')
    .sort((a, b) => a.system - b.system || a.state.at.getTime() - b.state.at.getTime())
export const outcomesIn = (batch: readonly Item[]) => batch.filter((item) => item.kind === 'outcome')
export const refusalsIn = (batch: readonly Item[]) => batch.filter((item) => item.kind === 'refusal')

/** The newest values in a batch for one system; null = not in the batch. Instants in ms. */
export type Newest = {
  readonly system: number
  receivedAt: number | null
  vanished: number | null
  /** The newest reading, and when it counts as measured. */
  reading: Reading | null
  readingAt: number | null
  /** The newest value of each measure, in the order of `measures`, and when it was measured; null times where none is. */
  readonly values: (number | null)[]
  readonly times: (number | null)[]
  state: StatePayload | null
  /** When the oldest reading or state was measured, by the unit. */
  first: number | null
}

/**
 * Returns one entry per system, ascending. `readings`: those of the batch, ordered. If two have the same time, the first
 * wins, as in the table. A reading counts as measured when it was received, at the latest: otherwise one of a clock that
 * was ahead would seem newer than the true ones that follow.
 */
export function newestIn(batch: readonly Item[], readings: readonly ItemOf<'reading'>[]): Newest[] {
  const systems = new Map<number, Newest>()
  for (const item of batch) {
    let newest = systems.get(item.system)
    if (!newest) {
      newest = {
        ...{ system: item.system, receivedAt: null, vanished: null, state: null, first: null },
        ...{
          reading: null,
          readingAt: null,
          values: measures.map(() => null),
          times: measures.map(() => null),
        },
      }
      systems.set(item.system, newest)
    }
    note(newest, item)
  }
  for (const item of readings) noteReading(systems.get(item.system), item)
  return [...systems.values()].sort((a, b) => a.system - b.system)
}

function note(newest: Newest, item: Item) {
  const at = item.receivedAt.getTime()
  if (item.kind === 'presence' && !item.online) newest.vanished = Math.max(newest.vanished ?? 0, at)
  else newest.receivedAt = Math.max(newest.receivedAt ?? 0, at)
  if (item.kind === 'state') noteTime(newest, item.state.at)
  if (item.kind === 'state' && !(newest.state && newest.state.at >= item.state.at)) newest.state = item.state
}

function noteTime(newest: Newest, at: Date) {
  newest.first = Math.min(newest.first ?? Number.POSITIVE_INFINITY, at.getTime())
}

function noteReading(newest: Newest | undefined, { receivedAt, reading }: ItemOf<'reading'>) {
  if (!newest || newest.reading?.at.getTime() === reading.at.getTime()) return
  noteTime(newest, reading.at)
  const at = Math.min(reading.at.getTime(), receivedAt.getTime())
  newest.reading = reading
  newest.readingAt = Math.max(newest.readingAt ?? 0, at)
  measures.forEach(({ of }, i) => {
    const value = of(reading)
    if (value === undefined || at < (newest.times[i] ?? 0)) return
    newest.values[i] = value
    newest.times[i] = at
  })
}
