import { getForecast, toForecast } from '@kellersonne/contract/energy/forecast'
import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { callPatiently } from '../../../platform/client/patiently.ts'
import { resources } from '../../../platform/client/resource.ts'

const forecasts = resources((sn: string) => callPatiently(getForecast, { query: { sn } }).then(toForecast))

/** The forecast for one of the owner's systems, or for all together (DSH-12). */
export const forecastOf = (which: SerialNumber | typeof TOTAL) => forecasts(String(which))
