import { getForecast, toForecast } from '@kellersonne/contract/energy/forecast'
import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { onCorrected } from './corrected.ts'
import { onPlaced } from './place.ts'

const forecasts = createQueries((sn: string) =>
  callWithRetry(getForecast, { query: { sn } }).then(toForecast),
)
onCorrected(forecasts.expireAll)
onPlaced(forecasts.expireAll)

/** The forecast for one of the owner's systems, or for all together (DSH-12). */
export const forecastOf = (which: SerialNumber | typeof TOTAL) => forecasts(String(which))
