import type { OutcomePayload, StatePayload } from '@kellersonne/contract/telemetry/device'
import type { Reading } from '@kellersonne/core/telemetry/readings'

const refusalReasons = [
  'too_large',
  'not_json',
  'malformed',
  'out_of_range',
  'too_many',
  'time_ahead',
  'time_past',
  'foreign_sn',
  'unknown_command',
  'unstorable',
  'over_budget',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The smallest part of a message that is stored or refused on its own. `receivedAt` is server time. */
export type Item = { readonly system: number; readonly receivedAt: Date } & (
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'state'; readonly state: StatePayload }
  | { readonly kind: 'outcome'; readonly outcome: OutcomePayload }
  | { readonly kind: 'presence'; readonly online: boolean }
  | {
      readonly kind: 'refusal'
      readonly topic: string
      readonly reason: RefusalReason
      readonly payload: string
    }
)
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
  reading: Reading | null
  state: StatePayload | null
}

/** Returns one entry per system, ascending. If two readings have the same time, the first wins, as in the table. */
export function newestIn(batch: readonly Item[]): Newest[] {
  const systems = new Map<number, Newest>()
  for (const item of batch) {
    let newest = systems.get(item.system)
    if (!newest) {
      newest = { system: item.system, receivedAt: null, vanished: null, reading: null, state: null }
      systems.set(item.system, newest)
    }
    note(newest, item)
  }
  return [...systems.values()].sort((a, b) => a.system - b.system)
}

function note(newest: Newest, item: Item) {
  const at = item.receivedAt.getTime()
  if (item.kind === 'presence' && !item.online) newest.vanished = Math.max(newest.vanished ?? 0, at)
  else newest.receivedAt = Math.max(newest.receivedAt ?? 0, at)
  if (item.kind === 'reading' && !(newest.reading && newest.reading.at >= item.reading.at))
    newest.reading = item.reading
  if (item.kind === 'state' && !(newest.state && newest.state.at >= item.state.at)) newest.state = item.state
}
