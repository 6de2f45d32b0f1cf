import {
  gapReasons,
  type Measure,
  type Method,
  methods,
  methodsOf,
  type Resolution,
  resolutions,
  resolutionsOf,
} from '@kellersonne/core/energy/charts'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import type { Period } from '@kellersonne/core/time/periods'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'
import { counterJump, disagreement, energyGap } from './counters.ts'

const instant = z.iso.datetime()
const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** A valid day of this century. */
export const chartDay = z.pipe(
  z.iso.date().check(
    z.refine((text) => Number(text.slice(0, 4)) >= FIRST_YEAR, { error: 'too_small', abort: true }),
    z.refine((text) => Number(text.slice(0, 4)) <= LAST_YEAR, { error: 'too_big' }),
  ),
  z.transform((text) => text as Day),
)

/** Wire names of measures; `m0` means grid, PV, battery and house together. */
export const wireMeasure = {
  m1: 'gridVoltage',
  m2: 'grid',
  m3: 'discharge',
  m4: 'pv',
  m5: 'battery',
  m6: 'soc',
  m7: 'charge',
  m8: 'output',
  m9: 'energyForecast',
  m10: 'loadForecast',
  load: 'load',
} as const satisfies Record<string, Measure>
export type WireMeasure = keyof typeof wireMeasure
export const wireMeasures = Object.keys(wireMeasure) as [WireMeasure, ...WireMeasure[]]

const POWERS = ['m2', 'm4', 'm5', 'load'] as const satisfies WireMeasure[]
export const seriesNames = ['m0', ...wireMeasures, 'energies', 'flows'] as const
export type SeriesName = (typeof seriesNames)[number]
const isSeriesName = (name: string): name is SeriesName => seriesNames.some((one) => one === name)

/** Returns the measures that a list of series names refers to, each once. */
export const measuresIn = (names: readonly SeriesName[]): WireMeasure[] =>
  wireMeasures.filter(
    (name) => names.includes(name) || (names.includes('m0') && POWERS.some((m) => m === name)),
  )

const series = z.pipe(
  z
    .string()
    .check(z.refine((text) => text.split(',').every(isSeriesName), { error: 'unknown', abort: true })),
  z.transform((text) => text.split(',').filter(isSeriesName)),
)
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/** The period of an interval, and its default resolution. */
export const intervals = {
  Quarter: { period: 'day', resolution: 'quarter' },
  Hour: { period: 'day', resolution: 'hour' },
  Day: { period: 'day', resolution: 'quarter' },
  Month: { period: 'month', resolution: 'day' },
  Year: { period: 'year', resolution: 'month' },
} as const satisfies Record<string, { period: Period; resolution: Resolution }>
export type Interval = keyof typeof intervals
const intervalNames = Object.keys(intervals) as [Interval, ...Interval[]]

/** Whole numbers, each as its difference from the previous known one (the first from 0); null = not known. */
export const column = z.object({
  /** Divisor of the numbers. */
  per: z.int(),
  deltas: z.array(z.nullable(z.int())),
})
export type Column = z.output<typeof column>

/** Decodes a column's values, in its unit. */
export function valuesOf({ per, deltas }: Column): (number | null)[] {
  let value = 0
  return deltas.map((delta) => {
    if (delta === null) return null
    value += delta
    return value / per
  })
}

/** Encodes values (NaN = not known) as a column, rounded to multiples of 1 / `per`. */
export function columnOf(values: Float64Array, per: number): Column {
  let before = 0
  const deltas: (number | null)[] = []
  for (let i = 0; i < values.length; i += 1) {
    const number = Math.round((values[i] ?? Number.NaN) * per)
    const known = !Number.isNaN(number)
    deltas.push(known ? number - before : null)
    if (known) before = number
  }
  return { per, deltas }
}

const energyColumns = z.object({
  pv: column,
  import: column,
  feed_in: column,
  charge: column,
  discharge: column,
})
const flowColumns = z.object({
  pv_to_house: column,
  pv_to_battery: column,
  pv_to_grid: column,
  battery_to_house: column,
  battery_to_grid: column,
  grid_to_house: column,
  grid_to_battery: column,
})
export const measured = z.object({
  unit: z.enum(['V', 'W', '%', 'Wh']),
  /** How each step's value is computed from its quarters: energies are always summed. */
  method: z.enum(methods),
  /** How the systems' values are combined in the total. */
  total: z.nullable(z.enum(['mean', 'sum'])),
  values: column,
})

const gap = z.object({
  sn: serialNumber,
  from: instant,
  until: instant,
  reason: z.enum(gapReasons),
})

export const graph = z.object({
  sn: z.union([z.literal(TOTAL), serialNumber]),
  interval: z.enum(['Day', 'Month', 'Year']),
  resolution: z.enum(resolutions),
  method: z.enum(methods),
  time_zone: z.string(),
  /** The first day of the range, and the first one after it. */
  from_date: z.iso.date(),
  until_date: z.iso.date(),
  /** Consecutive steps: `count` of them, of `seconds` each, from an instant. */
  steps: z.array(z.object({ from: instant, seconds: z.int(), count: z.int() })),
  /** Only the requested measures for which the method makes sense. */
  series: z.partialRecord(z.enum(wireMeasures), measured),
  /** Counted in each step, Wh; null if not requested. */
  energies: z.nullable(energyColumns),
  /** Flows in each step, Wh, summed from quarters; the house is the sum of the three that end there. */
  flows: z.nullable(flowColumns),
  /**
   * Time spans without data, by system, in whole quarters. Of more than 500 of one reason those closest to each other are one: they tell
   * why a step has no value, and not that it has none.
   */
  gaps: z.array(gap),
  /** Of the range, if energies, or powers of a day, are shown: each is part of the step that holds it wholly, if there is one. */
  energy_gaps: z.array(energyGap),
  /** `energy_gaps` names the largest, which are so many fewer than there are. Kept answers of before named all. */
  energy_gaps_left_out: z._default(z.int().check(z.minimum(0)), 0),
  /** Of the range, if energies, or powers of a day, are shown. */
  jumps: z.array(counterJump),
  /** Of a day, if powers or their energies are shown. */
  disagreements: z._default(z.array(disagreement), []),
})
export type Graph = z.output<typeof graph>

/** Returns the wire names for which the method makes no sense. */
const senseless = (names: readonly SeriesName[], method: Method) =>
  measuresIn(names).filter((name) => !methodsOf(wireMeasure[name]).includes(method))

const graphQuery = z
  .object({
    sn: systemOrTotal,
    interval: z.enum(intervalNames),
    from_date: chartDay,
    method: z._default(z.enum(methods), 'mean'),
    resolution: z.optional(z.enum(resolutions)),
    series: z.optional(series),
    balance: z._default(flag, false),
  })
  .check(
    z.refine(({ series: names = [], method }) => senseless(names, method).length === 0, {
      error: 'senseless',
      path: ['method'],
    }),
    z.refine(
      ({ interval, resolution }) =>
        resolution === undefined || resolutionsOf(intervals[interval].period).includes(resolution),
      { error: 'senseless', path: ['resolution'] },
    ),
  )

/**
 * Without `series`, returns all measures except those for which the method makes no sense; energies are summed.
 * `balance`: in the total all powers are summed.
 */
export const getGraph = endpoint({
  method: 'GET',
  path: '/api/auth/graph/',
  summary: 'All chart data of the day, month or year that a date lies in, of a system or of all (-1).',
  auth: 'bearer',
  query: graphQuery,
  response: graph,
  cached: true,
  errors: ['not_found'],
})
