import type { DayForecast, Forecast } from './forecast.ts'
import type { Memory } from './memory.ts'

/** The forecast of a day as it would have been made at its beginning, by what was known then. */
export type Reissued = {
  readonly forecast: DayForecast
  readonly method: Forecast['method']
  /** Whether weather was used. */
  readonly weather: boolean
}

/** What is remembered once days were learnt from, and the forecasts that were made anew to learn from them. */
export type Learnt = { readonly memory: Memory; readonly reissued: readonly Reissued[] }
