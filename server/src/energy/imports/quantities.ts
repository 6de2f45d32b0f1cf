import type { MappedColumn } from '@kellersonne/contract/energy/imports'
import type { CounterName } from '@kellersonne/core/telemetry/readings'

export type Quantity = MappedColumn['quantity']
export type Unit = MappedColumn['unit']
/** What the values of a column are: a power at an instant, the mean power or the energy of a line, or a counter. */
export type Kind = 'power' | 'mean' | 'energy' | 'counter'

/** The counters to which positive and negative values of a quantity are added. */
export const counted: Readonly<Record<Quantity, readonly [CounterName, CounterName | null]>> = {
  pv: ['pv', null],
  import: ['import', null],
  feed_in: ['feedIn', null],
  charge: ['charge', null],
  discharge: ['discharge', null],
  grid: ['import', 'feedIn'],
  '-grid': ['feedIn', 'import'],
  battery: ['discharge', 'charge'],
  '-battery': ['charge', 'discharge'],
}
const KILO = 1000
/** Returns the factor that converts a value to W or Wh. */
export const scaleOf = (unit: Unit) => (unit.includes('k') ? KILO : 1)
export function kindOf(unit: Unit): Kind {
  if (unit.startsWith('counter')) return 'counter'
  if (unit.startsWith('mean')) return 'mean'
  return unit.endsWith('h') ? 'energy' : 'power'
}
/** Limits of plausibility (decision 0089): W, Wh in two hours, and Wh of a counter. */
export const MOST: Readonly<Record<Kind, number>> = {
  power: 100_000,
  mean: 100_000,
  energy: 200_000,
  counter: 1e12,
}
