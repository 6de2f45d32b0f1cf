import type { Measure, Method } from '@kellersonne/core/energy/charts'
import { firstDay, type Period } from '@kellersonne/core/time/periods'
import type { GraphQuery, System } from '../../api/charts.ts'
import { codeOf, type Selection } from './selection.ts'
import { isPower, methodFor } from './series.ts'

const interval = { day: 'Day', month: 'Month', year: 'Year' } as const satisfies Record<Period, string>

/** The query for a selection: each series with a suitable method. For energies, also their directions. */
export function queryOf(selection: Selection, system: System): GraphQuery {
  const { period, date, resolution, series, method, balance } = selection
  const byMethod = Map.groupBy(series, (measure) => methodFor(measure, method))
  return {
    system,
    date: firstDay(date, period),
    resolution,
    balance,
    interval: interval[period],
    parts: [...byMethod].map(([own, measures]) => ({ method: own, series: namesOf(own, measures) })),
  }
}

function namesOf(method: Method, measures: readonly Measure[]) {
  const energetic = method === 'sum' && measures.some(isPower)
  return [...measures.map(codeOf), ...(energetic ? (['energies', 'flows'] as const) : [])]
}
