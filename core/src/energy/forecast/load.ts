import type { Forecast, Known } from './forecast.ts'
import { recentLoad } from './recent.ts'
import { withoutBands } from './without-bands.ts'

/** Forecasts house load of `count` days from today on. */
export const loadForecast = (known: Known, count = 2): Forecast => withoutBands(recentLoad(known, count))
