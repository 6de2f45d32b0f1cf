import type { Forecast, Known } from './forecast.ts'
import { recentPv } from './recent.ts'
import { withoutBands } from './without-bands.ts'

/** Forecasts PV power of `count` days from today on. */
export const pvForecast = (known: Known, count = 2): Forecast => withoutBands(recentPv(known, count))
