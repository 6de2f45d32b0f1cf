import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { useMemo } from 'react'
import { createQuery } from '../../../../platform/client/query.ts'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { forecastOf } from '../../api/forecast.ts'
import { recordOf } from '../../api/quality.ts'
import type { Selection, System } from './selection.ts'
import { isForecast } from './series.ts'

const noExpectation = createQuery(async (): Promise<Expectation | null> => null)
const noRecord = createQuery(async (): Promise<ForecastRecord | null> => null)

export type Forecasts = { readonly expectation: Expectation | null; readonly record: ForecastRecord | null }

/** What is known of the forecasts of a day that is shown in quarters or hours: of days that are over what is kept, by system, else the newest. */
export function useForecasts(selection: Selection, system: System, timeZone: string): Forecasts {
  const today = useNow((now) => dayOf(now, timeZone))
  const { period, resolution, method, date, series } = selection
  const isFine = resolution === 'quarter' || resolution === 'hour'
  const of = period === 'day' && isFine && method === 'mean' ? system : null
  const isPast = date < today
  const isAsked = series.some(isForecast) || (!isPast && series.includes('soc'))
  const ahead = of !== null && isAsked && !isPast ? forecastOf(of) : noExpectation
  const past = of !== null && of !== TOTAL && isAsked && isPast ? recordOf(of, date) : noRecord
  const [expectation, record] = [ahead.use().value, past.use().value]
  return useMemo(() => ({ expectation, record }), [expectation, record])
}
