import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../time/days.ts'

/** How much a chart shows at once. */
export const periods = ['day', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** How finely (CHT-03). */
export const resolutions = ['quarter', 'hour', 'day', 'month'] as const
export type Resolution = (typeof resolutions)[number]

export const methods = ['mean', 'min', 'max', 'sum'] as const
export type Method = (typeof methods)[number]

/** What a chart can show: powers (W), grid voltage (V), state of charge (%), energies (Wh). */
export const measures = [
  ...(['gridVoltage', 'grid', 'discharge', 'pv', 'battery', 'soc', 'charge', 'output'] as const),
  ...(['energyForecast', 'loadForecast', 'load'] as const),
] as const
export type Measure = (typeof measures)[number]

/** What a measure's values are before they are summed over time; the sum of a power is an energy. */
export const kindOf = {
  gridVoltage: 'voltage',
  grid: 'power',
  discharge: 'energy',
  pv: 'power',
  battery: 'power',
  soc: 'percent',
  charge: 'energy',
  output: 'output',
  energyForecast: 'forecast',
  loadForecast: 'forecast',
  load: 'power',
} as const satisfies Record<Measure, string>
export type Kind = (typeof kindOf)[Measure]

const sensible: Record<Kind, readonly Method[]> = {
  power: methods,
  // No counter tells what a unit delivers.
  output: ['mean', 'min', 'max'],
  voltage: ['mean', 'min', 'max'],
  percent: ['mean', 'min', 'max'],
  energy: ['sum'],
  forecast: ['mean', 'sum'],
}

/** The methods that make sense for a measure. */
export const methodsOf = (measure: Measure) => sensible[kindOf[measure]]

/** The unit of a measure's values by a method. */
export function unitOf(measure: Measure, method: Method): 'V' | 'W' | '%' | 'Wh' {
  const kind = kindOf[measure]
  if (kind === 'voltage') return 'V'
  if (kind === 'percent') return '%'
  return kind === 'energy' || method === 'sum' ? 'Wh' : 'W'
}

/**
 * What becomes of several systems' values in the total (CHT-06, and for what it does not name: powers of the house
 * as those of the grid, what is delivered as what the sun gives). `closed`: powers are summed, so that they balance.
 */
export function totalOf(measure: Measure, method: Method, closed: boolean): 'mean' | 'sum' {
  if (unitOf(measure, method) === 'Wh') return 'sum'
  const kind = kindOf[measure]
  if (kind === 'voltage' || kind === 'percent') return 'mean'
  if (closed || kind === 'output' || kind === 'forecast') return 'sum'
  return measure === 'pv' ? 'sum' : 'mean'
}

/** The resolutions that fit a period: none is longer. */
export const resolutionsOf = (period: Period): readonly Resolution[] =>
  period === 'day' ? resolutions.slice(0, 3) : resolutions

/** The first of a period's days, for any day in it. */
export const firstDay = (day: Day, period: Period) =>
  (period === 'day' ? day : period === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`) as Day

/** The first day of the period after. */
export const nextPeriod = (day: Day, period: Period) =>
  period === 'day'
    ? dayAfter(day)
    : firstDay(dayAfter(firstDay(day, period), period === 'month' ? 31 : 366), period)

/** Whole days of a zone, `until` is the first one that is no longer in it. */
export type Range = { readonly from: Day; readonly until: Day; readonly timeZone: string }

export const rangeOf = (day: Day, period: Period, timeZone: string): Range => ({
  from: firstDay(day, period),
  until: nextPeriod(day, period),
  timeZone,
})

/** The instants a range begins and ends at. */
export const boundsOf = ({ from, until, timeZone }: Range) => ({
  start: startOfDay(from, timeZone),
  end: startOfDay(until, timeZone),
})

/** So many steps of the same length one after the other, in ms. */
export type Run = { readonly from: number; readonly ms: number; readonly count: number }

/** The starts of all steps, in ms. */
export const startsOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(({ from, ms, count }) => Array.from({ length: count }, (_, i) => from + i * ms))

/** The days of a range, one after the other. */
export function daysOf({ from, until }: Pick<Range, 'from' | 'until'>): Day[] {
  const days: Day[] = []
  for (let day = from; day < until; day = dayAfter(day)) days.push(day)
  return days
}

const HOUR_MS = 3_600_000

/**
 * The steps of a range. Hours are counted from each day's first instant: a day on which clocks change has 23 or 25,
 * and where they change by half an hour its last one is half as long. Months and days are those of the zone.
 */
export function stepsOf(range: Range, resolution: Resolution): Run[] {
  const { start, end } = boundsOf(range)
  if (resolution === 'quarter') return joined([run(start.getTime(), end.getTime(), QUARTER_MS)])
  const starts = resolution === 'month' ? monthsOf(range) : daysOf(range)
  const instants = [...starts.map((day) => startOfDay(day, range.timeZone).getTime()), end.getTime()]
  const spans = instants.slice(1).map((until, i) => ({ from: instants[i] ?? until, until }))
  if (resolution !== 'hour') return joined(spans.map(({ from, until }) => run(from, until, until - from)))
  return joined(
    spans.flatMap(({ from, until }) => {
      const whole = run(from, until, HOUR_MS)
      const rest = until - from - whole.count * HOUR_MS
      return rest === 0 ? [whole] : [whole, { from: until - rest, ms: rest, count: 1 }]
    }),
  )
}

const run = (from: number, until: number, ms: number): Run => ({
  from,
  ms,
  count: Math.floor((until - from) / ms),
})

const monthsOf = ({ from, until }: Range) => {
  const months: Day[] = []
  for (let day = from; day < until; day = nextPeriod(day, 'month')) months.push(day)
  return months
}

/** Runs that follow one another, those of the same length as one. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const next of runs) {
    const last = all.at(-1)
    if (last?.ms === next.ms) all[all.length - 1] = { ...last, count: last.count + next.count }
    else all.push(next)
  }
  return all
}

/** Why nothing is known of a stretch of time. */
export const gapReasons = ['before_claim', 'future', 'offline', 'not_measured'] as const
export type GapReason = (typeof gapReasons)[number]
