import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure, Method } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { beforeAll, describe, expect, it } from 'vitest'
import { formats } from '../../../../platform/i18n/format.ts'
import { loadNamespaces, textsOf } from '../../../../platform/i18n/i18n.ts'
import type { Lane } from '../../../../ui/chart/lane.ts'
import { lanesOf } from './drawing.ts'
import { spansOf } from './plotted.ts'

const HOUR = 3_600_000
const values = [100, -50, null]
const series = (unit: MeasuredSeries['unit'], method: Method): MeasuredSeries => ({
  unit,
  method,
  total: null,
  values,
})
const counted = {
  pv: [4, 0, null],
  import: [0, 3, null],
  feedIn: [2, 1, null],
  charge: [1, 0, null],
  discharge: [0, 2, null],
}
const flows = {
  pvToHouse: [1, 0, null],
  pvToBattery: [1, 0, null],
  pvToGrid: [2, 0, null],
  batteryToHouse: [0, 2, null],
  batteryToGrid: [0, 0, null],
  gridToHouse: [0, 3, null],
  gridToBattery: [0, 0, null],
}
const data = (known: Partial<Record<Measure, MeasuredSeries>>, more: Partial<GraphData> = {}): GraphData => ({
  timeZone: 'Europe/Berlin',
  from: '2026-06-09' as Day,
  until: '2026-06-10' as Day,
  edges: [0, HOUR, 2 * HOUR, 3 * HOUR],
  series: new Map(Object.entries(known) as [Measure, MeasuredSeries][]),
  energies: null,
  flows: null,
  gaps: [],
  energyGaps: [],
  jumps: [],
  disagreements: [],
  ...more,
})
const speech = () => ({
  t: textsOf('de', 'charts'),
  f: formats('de', textsOf('de', 'units')),
})
const lanes = (graph: GraphData) =>
  lanesOf({ data: graph, other: null, shown: [...graph.series.keys()] }, speech())
const kinds = ({ layers }: Lane) => layers.map(({ kind }) => kind)

beforeAll(() => loadNamespaces('charts'))

describe('lanes', () => {
  it('PRD-07 what flows in is above zero, what flows out below, the load before them', () => {
    const mean = series('W', 'mean')
    const [power] = lanes(data({ pv: mean, grid: mean, battery: mean, load: mean }))
    expect(power && kinds(power)).toEqual(['stack', 'line'])
    const [stack] = power?.layers ?? []
    expect(
      stack?.kind === 'stack' && [stack.up, stack.down].map((parts) => parts.map((part) => part.values)),
    ).toEqual([
      [values, [100, 0, null], [100, 0, null]],
      [
        [0, -50, null],
        [0, -50, null],
      ],
    ])
  })

  it('CHT-01 of energies both directions are drawn, as they were counted', () => {
    const sum = series('Wh', 'sum')
    const [power] = lanes(data({ pv: sum, grid: sum, battery: sum }, { energies: counted }))
    const [stack] = power?.layers ?? []
    expect(stack?.kind === 'stack' && stack.down.map((part) => part.values)).toEqual([
      [-1, -0, null],
      [-2, -1, null],
    ])
  })

  it('CHT-01 with flows there are two columns a step: where yield went, where consumption came from', () => {
    const sum = series('Wh', 'sum')
    const [power] = lanes(data({ pv: sum, load: sum }, { energies: counted, flows }))
    const [layer] = power?.layers ?? []
    expect(
      layer?.kind === 'columns' && layer.columns.map((parts) => parts.map((part) => part.values)),
    ).toEqual([
      [flows.pvToHouse, flows.pvToBattery, flows.pvToGrid],
      [flows.pvToHouse, flows.batteryToHouse, flows.gridToHouse],
    ])
  })

  it('CHT-03 what is least or greatest is no stack', () => {
    const most = series('W', 'max')
    const [power] = lanes(data({ pv: most, grid: most }))
    expect(power && kinds(power)).toEqual(['line', 'line'])
  })

  it('CHT-03 what has no sum has a lane of its own', () => {
    const graph = data({ pv: series('Wh', 'sum'), output: series('W', 'mean') }, { energies: counted })
    expect(lanes(graph).map(({ id }) => id)).toEqual(['power', 'output'])
  })

  it('CHT-01 every series has a lane', () => {
    const graph = data({
      charge: series('Wh', 'sum'),
      energyForecast: series('W', 'mean'),
      soc: series('%', 'mean'),
      gridVoltage: series('V', 'mean'),
    })
    expect(lanes(graph).map(({ id }) => id)).toEqual(['energy', 'forecast', 'soc', 'gridVoltage'])
    expect(lanes(data({}))).toEqual([])
  })
})

describe('the total', () => {
  const of = (total: 'sum' | 'mean', values: MeasuredSeries['values']) => ({
    ...series('W', 'mean'),
    ...{ total, values },
  })

  it('CHT-06 sums and means each have an axis of their own, and each says which it is', () => {
    const graph = data({
      pv: of('sum', [900, 900, 900]),
      grid: of('mean', [100, 100, 100]),
      load: of('mean', [300, 300, 300]),
      energyForecast: of('sum', [800, 800, 800]),
      loadForecast: of('mean', [200, 200, 200]),
    })
    const drawn = lanes(graph)
    expect(drawn.map(({ id, title }) => [id, title])).toEqual([
      ['power-sum', 'Leistung in kW, Summe'],
      ['power-mean', 'Leistung in kW, Mittel'],
    ])
    const highest = drawn.map(({ layers }) =>
      layers.flatMap((layer) => (layer.kind === 'line' ? [layer.values[0]] : [])),
    )
    expect(highest).toEqual([[800], [300, 200]])
  })

  it('CHT-06 what balances has one axis', () => {
    const graph = data({ pv: of('sum', values), grid: of('sum', values), load: of('sum', values) })
    expect(lanes(graph).map(({ id, title }) => [id, title])).toEqual([['power', 'Leistung in kW']])
  })

  it('CHT-06 a forecast by another rule than every power shown has a lane of its own', () => {
    const graph = data({ load: of('mean', values), energyForecast: of('sum', values) })
    expect(lanes(graph).map(({ id }) => id)).toEqual(['power', 'forecast'])
  })
})

describe('times without values', () => {
  const gap = { sn: '1001' as never, reason: 'offline' as const }
  it('CHT-05 are those of which nothing shown is known, with the reason, but not the future', () => {
    const known = { pv: { ...series('W', 'mean'), values: [1, null, null, 1, null] } }
    const edges = [0, 1, 2, 3, 4, 5].map((hour) => hour * HOUR)
    const gaps = [
      { ...gap, from: HOUR, until: 3 * HOUR },
      { ...gap, from: 4 * HOUR, until: 5 * HOUR, reason: 'future' as const },
    ]
    expect(spansOf(data(known, { edges, gaps }), speech())).toEqual([
      { range: [HOUR, 3 * HOUR], label: 'offline' },
    ])
  })

  it('GWY-41 what was imported hides no value, and has no measure that has no energy', () => {
    const imported = [{ ...gap, reason: 'imported' as const, from: 0, until: 2 * HOUR }]
    const pv = { ...series('W', 'mean'), values: [1, 2, 3] }
    expect(spansOf(data({ pv }, { gaps: imported }), speech())).toEqual([])
    const gridVoltage = { ...series('V', 'mean'), values: [null, null, 230] }
    expect(spansOf(data({ gridVoltage }, { gaps: imported }), speech())).toEqual([
      { range: [0, 2 * HOUR], label: 'nicht gemessen' },
    ])
  })

  it('CHT-05 are none where another system reported', () => {
    const known = { pv: { ...series('W', 'mean'), values: [1, 2, 3] } }
    expect(spansOf(data(known, { gaps: [{ ...gap, from: 0, until: HOUR }] }), speech())).toEqual([])
  })
})
