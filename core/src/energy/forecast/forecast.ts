import type { Day } from '../../time/days.ts'
import type { WattHours } from '../../units/units.ts'
import type { History, Quarters } from './days.ts'
import type { Memory } from './memory.ts'
import type { Weather } from './weather.ts'

/** Mean power of each quarter of one local day; null = not known. */
export type DayCourse = { readonly day: Day; readonly start: Date; readonly quarters: Quarters }

/** Energies of a whole local day in Wh, including what was measured already; 80 % of days end between low and high. */
export type DaySum = { readonly low: WattHours; readonly expected: WattHours; readonly high: WattHours }

/**
 * Forecast of one day. `quarters` are the means that energies are computed from; `low` and `high` hold 10 % of outcomes
 * below and 10 % above. Never negative, `low` ≤ `quarters` ≤ `high`; null where there is too little history.
 */
export type DayForecast = DayCourse & {
  readonly low: Quarters
  readonly high: Quarters
  /** Median of each quarter: what a house usually draws at that time. Not for energies: it leaves out rare peaks. */
  readonly usual: Quarters
  readonly sum: DaySum | null
}

/**
 * The rule in force. Each step falls back to the next where its data are missing or its merit is:
 * - `weather`: own past and weather, combined by recent merit;
 * - `own`: own past, combined by recent merit;
 * - `recent`: the last 14 days, with less history than like days could be found in;
 * - `naive`: the mean of the last seven days, or yesterday: nothing else was better in the last 60 days;
 * - `none`: fewer than five days of history.
 */
export const forecastMethods = ['weather', 'own', 'recent', 'naive', 'none'] as const

/**
 * What became of the weather that was handed over: `none` was; `used`; `learning`: fewer than ten days of it beside own
 * measurements; `old`: nothing issued in the last 24 hours, or nothing ahead; `implausible`: values that cannot be, or
 * that have nothing in common with what was measured, as those of another place; `no_better` than own past lately.
 */
export const weatherUses = ['none', 'used', 'learning', 'old', 'implausible', 'no_better'] as const
export type WeatherUse = (typeof weatherUses)[number]

/** Forecast of today and the following days. */
export type Forecast = {
  readonly days: readonly DayForecast[]
  /** How many days with measurements it is based on, of those handed over. */
  readonly history: number
  /** Today relative to an ordinary day of late: 1 = the same, 0.5 = half. */
  readonly level: number
  readonly method: (typeof forecastMethods)[number]
  readonly weather: WeatherUse
  /** How many of the past days were kept out, by reason. */
  readonly excluded: Readonly<Record<Exclusion, number>>
}

/** Why quarters of the past are not learnt from. */
export type Exclusion = Spoiling | 'gap'
/** Why the energy of a day is not what the sun gave. */
export const spoilings = ['curtailed', 'snow', 'faulty'] as const
export type Spoiling = (typeof spoilings)[number]

/** The owner's own data as known at `now`, including today's; and what is known of the world. */
export type Known = {
  /** Up to 365 days for PV, 90 for load; older ones are not used. */
  readonly history: History
  readonly now: Date
  readonly timeZone: string
  /** Degrees, coarse; without it a point of the time zone takes its place, which costs at most 1 % of the error. */
  readonly place?: Place | null
  readonly weather?: Weather | null
  /** Quarters of days in which the system fed in as much as it may, or had to reduce its PV (`curtailedQuarters`). */
  readonly curtailed?: ReadonlyMap<Day, ReadonlySet<number>>
  /** For public holidays: `DE-BY`, `AT`; without it Sundays alone count. */
  readonly region?: string | null
  /** What `learn` has found out about the system; without it fixed weights are used. */
  readonly memory?: Memory | null
}

/** Degrees north and east. */
export type Place = { readonly latitude: number; readonly longitude: number }
