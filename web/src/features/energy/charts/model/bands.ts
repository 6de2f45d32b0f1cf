import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Values } from '../../../../ui/chart/lane.ts'

/** Where values are expected to lie, step by step; null = not known. */
export type Band = { readonly low: Values; readonly high: Values }

/** What is known of a day's forecasts beside their courses. */
export type Bands = {
  readonly of: ReadonlyMap<Measure, Band>
  /** How the state of charge is expected to go on. */
  readonly soc: (Band & { readonly expected: Values }) | null
}

type Course = readonly (number | null)[]
type Grid = Pick<GraphData, 'edges'>

/** Places a day's quarters in a chart's steps: of an hour, the mean of its quarters, as of the course itself. */
function placed({ edges }: Grid, start: Date, course: Course): Values {
  const quarterAt = (at: number) => Math.round((at - start.getTime()) / QUARTER_MS)
  return edges.slice(1).map((until, i) => {
    const [from, end] = [quarterAt(edges[i] ?? until), quarterAt(until)]
    const known = course.slice(Math.max(0, from), Math.max(0, end)).filter((value) => value !== null)
    return known.length === 0 || known.length < end - from
      ? null
      : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

const isKnown = ({ low, high }: Band) =>
  low.some((value) => value !== null) && high.some((value) => value !== null)

function bandsOf(
  grid: Grid,
  start: Date,
  all: Readonly<Partial<Record<Measure, readonly [Course, Course]>>>,
) {
  const of = new Map<Measure, Band>()
  for (const measure of ['energyForecast', 'loadForecast'] as const) {
    const [low = [], high = []] = all[measure] ?? []
    const band = { low: placed(grid, start, low), high: placed(grid, start, high) }
    if (isKnown(band)) of.set(measure, band)
  }
  return of
}

/** What was expected at the beginning of a day that is over. */
export const bandsOfRecord = (grid: Grid, record: ForecastRecord): Bands => ({
  of: bandsOf(grid, new Date(record.start), {
    energyForecast: [record.pv_low, record.pv_high],
    loadForecast: [record.load_low, record.load_high],
  }),
  soc: null,
})

/** What is expected of a day that is not over; `soc` is measured so far. */
export function bandsAhead(grid: Grid, day: Day, expectation: Expectation, soc: Values | null): Bands {
  const found = expectation.days.find((one) => one.day === day)
  return {
    of: found
      ? bandsOf(grid, found.start, {
          energyForecast: [found.pvBand.low, found.pvBand.high],
          loadForecast: [found.loadBand.low, found.loadBand.high],
        })
      : new Map(),
    soc: socAhead(grid, expectation, soc),
  }
}

/** Continues a measured state of charge from its last value on; without bands, the expected course alone. */
function socAhead({ edges }: Grid, { charge, outlook }: Expectation, soc: Values | null): Bands['soc'] {
  const steps =
    charge?.steps ??
    outlook?.steps.map(({ until, soc: [, after] }) => ({ until, low: null, expected: after, high: null }))
  const last = soc?.findLastIndex((value) => value !== null) ?? -1
  const at = new Map((steps ?? []).map((step) => [step.until.getTime(), step]))
  const of = (key: 'low' | 'expected' | 'high'): Values =>
    edges.slice(1).map((until, i) => {
      if (i === last) return soc?.[i] ?? null
      return i > last ? (at.get(until)?.[key] ?? null) : null
    })
  const ahead = { low: of('low'), expected: of('expected'), high: of('high') }
  return ahead.expected.some((value, i) => i > last && value !== null) ? ahead : null
}

/** Leaves out what lies before a step. */
export const bandsFrom = (bands: Bands, first: number): Bands => {
  const cut = (values: Values): Values => values.map((value, i) => (i >= first ? value : null))
  return {
    ...bands,
    of: new Map(
      [...bands.of].map(([measure, { low, high }]) => [measure, { low: cut(low), high: cut(high) }]),
    ),
  }
}
