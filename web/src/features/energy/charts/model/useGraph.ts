import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Day } from '@kellersonne/core/time/days'
import { useEffect, useMemo, useState } from 'react'
import type { ApiError } from '../../../../platform/client/client.ts'
import { useRefreshed } from '../../../../platform/client/useRefreshed.ts'
import type { System } from '../../api/charts.ts'
import { type GraphQuery, graphOf } from '../../api/charts.ts'
import { type Bands, bandsAhead, bandsOfRecord } from './bands.ts'
import { alignTo, comparedDate } from './comparing.ts'
import { type Drawn, valuesOf } from './layers.ts'
import { queryOf } from './queries.ts'
import type { Selection } from './selection.ts'
import { type Forecasts, useForecasts } from './useForecasts.ts'

/** What is drawn, with its selection: the previous one until the current one has loaded. */
export type Shown = Drawn & {
  readonly forecasts: Forecasts
  readonly selection: Selection
  readonly current: boolean
}

export type GraphState = {
  readonly shown: Shown | null
  readonly fault: ApiError | null
  /** When the shown values were current, if they come from a stored copy. */
  readonly copiedAt: Date | null
  readonly retry: () => void
}

function isUnderWay({ edges }: GraphData) {
  const now = Date.now()
  return now >= (edges[0] ?? 0) && now < (edges.at(-1) ?? 0)
}

function useKnown(query: GraphQuery) {
  const resource = graphOf(query)
  const { value, fault, copiedAt } = resource.use()
  useRefreshed(resource, isUnderWay)
  return { value, fault, copiedAt, refresh: resource.refresh }
}

function bandsOn(data: GraphData, day: Day, { expectation, record }: Forecasts): Bands | null {
  if (expectation) return bandsAhead(data, day, expectation, valuesOf(data, 'soc'))
  return record && bandsOfRecord(data, record)
}

/** The graph of a selection for a system, with its comparison. */
export function useGraph(selection: Selection, system: System): GraphState {
  const { period, comparison } = selection
  const query = useMemo(() => queryOf(selection, system), [selection, system])
  const otherDate = comparedDate(period, selection.date, comparison)
  const own = useKnown(query)
  const other = useKnown(otherDate === null ? query : queryOf({ ...selection, date: otherDate }, system))
  const compared = otherDate === null ? null : other.value
  const forecasts = useForecasts(selection, system, own.value?.timeZone ?? 'UTC')

  const drawn = useMemo(
    (): Shown | null =>
      own.value && {
        data: own.value,
        other: compared && alignTo(own.value, compared, period),
        bands: bandsOn(own.value, selection.date, forecasts),
        forecasts,
        shown: selection.series,
        selection,
        current: true,
      },
    [own.value, compared, selection, period, forecasts],
  )
  const [last, setLast] = useState<Shown | null>(null)
  if (drawn && drawn !== last) setLast(drawn)
  const stale = useMemo(() => last && { ...last, current: false }, [last])
  const { fault, copiedAt } = own
  return { shown: drawn ?? stale, fault, copiedAt, retry: () => void own.refresh() }
}

/** Prefetches queries that are likely to be next once nothing else is pending. */
export function usePrefetch(queries: readonly GraphQuery[]) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const query of queries) {
        const resource = graphOf(query)
        if (!resource.isAnswered()) void resource.refresh()
      }
    }, 400)
    return () => clearTimeout(timer)
  }, [queries])
}
