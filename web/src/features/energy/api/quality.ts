import { getRunway } from '@kellersonne/contract/energy/forecast'
import { getForecastQuality, getForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { ApiError } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { onCorrected } from './corrected.ts'
import { onPlaced } from './place.ts'

export type Runway = NonNullable<Answer<typeof getRunway>['runway']>

const qualities = createQueries((sn: SerialNumber) => callWithRetry(getForecastQuality, { query: { sn } }))
const records = createQueries(async (key: string) => {
  const [name = '', day = ''] = key.split(' ')
  const sn = serialNumber(name)
  if (sn === null) throw new ApiError('internal')
  return callWithRetry(getForecastRecord, { query: { sn, day } })
})
const runways = createQueries((sn: SerialNumber) => callWithRetry(getRunway, { query: { sn } }))

onCorrected(qualities.expireAll)
onCorrected(records.expireAll)
onCorrected(runways.expireAll)
onPlaced(runways.expireAll)

/** How right the forecasts of a system were. */
export const qualityOf = (sn: SerialNumber) => qualities(sn)

/** What was expected of a past day at its beginning, and what it brought. */
export const recordOf = (sn: SerialNumber, day: Day) => records(`${sn} ${day}`)

/** When a system's battery will live on the sun again. */
export const runwayOf = (sn: SerialNumber) => runways(sn)
