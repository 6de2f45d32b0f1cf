import type { WattHours } from '../units/units.ts'
import type { CounterName } from './readings.ts'

/** The longest time that one correction declares implausible. */
export const MAX_IMPLAUSIBLE_MS = 366 * 86_400_000

/** Whole quarters in which a counter, or everything (null), was measured wrongly: nothing is known of them. */
export type Implausible = {
  readonly kind: 'implausible'
  readonly counter: CounterName | null
  readonly from: Date
  readonly until: Date
}

/**
 * What a counter showed at an instant, in Wh: `before` up to then, `after` from then on. They differ if the meter was
 * replaced; null = not known, and then energy cannot be counted across that instant either.
 */
type CounterValue = {
  readonly kind: 'value'
  readonly counter: CounterName
  readonly at: Date
  readonly before: WattHours | null
  readonly after: WattHours | null
}

/** What an owner says about a unit's measurements. It changes what is computed from them, never what is stored. */
export type Correction = Implausible | CounterValue

/** Returns when a correction applies; the end of a counter's value is the instant itself. */
export const spanOf = (correction: Correction): { from: Date; until: Date } =>
  correction.kind === 'implausible'
    ? { from: correction.from, until: correction.until }
    : { from: correction.at, until: correction.at }

/** Returns a predicate: true if everything that was measured in a quarter that starts at `ms` is declared implausible. */
export function hides(corrections: readonly Correction[]): (ms: number) => boolean {
  const spans = corrections.flatMap((one) =>
    one.kind === 'implausible' && one.counter === null
      ? [{ from: one.from.getTime(), until: one.until.getTime() }]
      : [],
  )
  return (ms) => spans.some(({ from, until }) => from <= ms && ms < until)
}
