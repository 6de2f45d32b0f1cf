import type { Percent } from '../../units/units.ts'
import type { Outlook } from './charge.ts'
import type { DayForecast } from './forecast.ts'

/** PV and load of an outlook with their bands. */
export type BandedOutlook = Omit<Outlook, 'pv' | 'load'> & {
  readonly pv: readonly DayForecast[]
  readonly load: readonly DayForecast[]
}

/** When something is expected to happen: most likely, and between which instants; null = not within the forecast. */
export type Moment = {
  readonly earliest: Date | null
  readonly expected: Date | null
  readonly latest: Date | null
}

/** State of charge at the end of a quarter: with little sun and a high load, as expected, with much sun and a low load. */
export type SocRange = {
  readonly until: Date
  readonly low: Percent
  readonly expected: Percent
  readonly high: Percent
}

/** How the state of charge is expected to go on. */
export type ChargeRange = {
  readonly steps: readonly SocRange[]
  /** When the battery is full next; null if it is not full in any of the three courses. */
  readonly full: Moment | null
  /** Until when it supplies the house, that is, when it is down at its reserve; null if never. */
  readonly lasts: Moment | null
}
