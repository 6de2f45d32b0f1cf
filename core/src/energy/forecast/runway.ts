import type { Day } from '../../time/days.ts'
import type { WattHours } from '../../units/units.ts'

/** One day of the runway: what PV yields and the house takes, Wh. */
export type RunwayDay = {
  readonly day: Day
  readonly pv: { readonly low: WattHours; readonly expected: WattHours; readonly high: WattHours }
  readonly load: WattHours
}

/**
 * When the battery will live on the sun again: the first day of three in a row whose PV covers the house and what the
 * unit itself consumes. `earliest` with much sun, `latest` with little; null = after the last of `days`.
 */
export type Runway = {
  /** `weather`: the next days by weather; `climate`: the course of the system's own past years. */
  readonly basis: 'weather' | 'climate'
  readonly days: readonly RunwayDay[]
  readonly earliest: Day | null
  readonly expected: Day | null
  readonly latest: Day | null
}
