import type { DayForecast, Forecast } from './forecast.ts'
import type { Memory } from './memory.ts'

/** What would have been said of a day at its beginning, by what was known then. */
export type Reissued = {
  readonly forecast: DayForecast
  readonly method: Forecast['method']
  /** Whether weather was used. */
  readonly weather: boolean
}

/** What is remembered once days were learnt from, and the forecasts that were made anew to learn from them. */
export type Learnt = { readonly memory: Memory; readonly reissued: readonly Reissued[] }
