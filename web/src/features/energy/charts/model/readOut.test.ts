import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { beforeAll, expect, it } from 'vitest'
import { formats } from '../../../../platform/i18n/format.ts'
import { loadNamespaces, textsOf } from '../../../../platform/i18n/i18n.ts'
import { readOutAt } from './readOut.ts'

beforeAll(() => loadNamespaces('charts'))

const series = (...values: MeasuredSeries['values']): MeasuredSeries => ({
  ...{ unit: 'W', method: 'mean', total: null },
  values,
})
const data: GraphData = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-06-09' as Day, until: '2026-06-10' as Day },
  ...{
    edges: [0, 1, 2, 3, 4],
    energies: null,
    flows: null,
    gaps: [],
    energyGaps: [],
    jumps: [],
    disagreements: [],
  },
  series: new Map<Measure, MeasuredSeries>([
    ['pv', series(100, 200, null, null)],
    ['load', series(300, null, null, null)],
    ['energyForecast', series(110, 210, 310, null)],
    ['loadForecast', series(null, null, null, null)],
  ]),
}
const keys = (shown: readonly Measure[], step: number) => {
  const speech = { t: textsOf('de', 'charts'), f: formats('de', textsOf('de', 'units')) }
  return readOutAt(data, shown, step, speech).map(({ key }) => key)
}

it('DSH-12 CHT-08 reads out only the forecast where nothing was measured', () => {
  const all = [...data.series.keys()]
  expect(keys(all, 1)).toEqual(all)
  expect(keys(all, 2)).toEqual(['energyForecast'])
  expect(keys(all, 3)).toEqual(all)
  expect(keys(['pv', 'load'], 2)).toEqual(['pv', 'load'])
  expect(keys(['loadForecast'], 2)).toEqual(['loadForecast'])
})
