import { columnOf, type WireMeasure, wireMeasure } from '@kellersonne/contract/energy/charts'
import {
  type Method,
  type Resolution,
  rangeOf,
  startsOf,
  stepsOf,
  totalOf,
  unitOf,
} from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import type { Period } from '@kellersonne/core/time/periods'

const ZONE = 'Europe/Berlin'

const isWire = (name: string): name is WireMeasure => name in wireMeasure

/** An answer in which every measure's values count up from step to step. */
export function graph(query: URLSearchParams) {
  const period = query.get('interval')?.toLowerCase() as Period
  const range = rangeOf(query.get('from_date') as Day, period, ZONE)
  const runs = stepsOf(range, query.get('resolution') as Resolution)
  const count = startsOf(runs).length
  const method = query.get('method') as Method
  const names = query.get('series')?.split(',') ?? []
  const column = columnOf(
    Float64Array.from({ length: count }, (_, i) => 1000 + i),
    1,
  )
  const columns = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, column]))
  const series = names.filter(isWire).map((name) => {
    const measure = wireMeasure[name]
    const total = query.get('sn') === '-1' ? totalOf(measure, method, query.get('balance') === 'true') : null
    return [name, { unit: unitOf(measure, method), method, total, values: column }]
  })
  return {
    sn: query.get('sn') === '-1' ? -1 : query.get('sn'),
    interval: query.get('interval'),
    resolution: query.get('resolution'),
    method,
    time_zone: ZONE,
    from_date: range.from,
    until_date: range.until,
    steps: runs.map(({ from, ms, count: many }) => ({
      from: new Date(from).toISOString(),
      seconds: ms / 1000,
      count: many,
    })),
    series: Object.fromEntries(series),
    energies: names.includes('energies') ? columns('pv', 'import', 'feed_in', 'charge', 'discharge') : null,
    flows: names.includes('flows')
      ? columns(
          'pv_to_house',
          'pv_to_battery',
          'pv_to_grid',
          'battery_to_house',
          'battery_to_grid',
          'grid_to_house',
          'grid_to_battery',
        )
      : null,
    gaps: [],
    energy_gaps: [],
    jumps: [],
    disagreements: [],
  }
}

/** The same without any forecast. */
export function graphWithoutForecasts(query: URLSearchParams) {
  const answer = graph(query)
  const nothing = columnOf(new Float64Array(96).fill(Number.NaN), 1)
  const series = Object.entries(answer.series).map(([name, one]) =>
    name === 'm9' && typeof one === 'object' ? [name, { ...one, values: nothing }] : [name, one],
  )
  return { ...answer, series: Object.fromEntries(series) }
}
