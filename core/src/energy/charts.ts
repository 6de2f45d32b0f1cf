import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../time/days.ts'
import { firstDay, nextPeriod, type Period } from '../time/periods.ts'

/** The step length of a chart (CHT-03). */
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

/** The quantity of a measure before it is summed over time; the sum of a power is an energy. */
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
type Kind = (typeof kindOf)[Measure]

const sensible: Record<Kind, readonly Method[]> = {
  power: methods,
  // No counter measures a unit's output.
  output: ['mean', 'min', 'max'],
  voltage: ['mean', 'min', 'max'],
  percent: ['mean', 'min', 'max'],
  energy: ['sum'],
  forecast: ['mean', 'sum'],
}

/** Returns the methods that make sense for a measure. */
export const methodsOf = (measure: Measure) => sensible[kindOf[measure]]

/** Returns the unit of a measure's values under a method. */
export function unitOf(measure: Measure, method: Method): 'V' | 'W' | '%' | 'Wh' {
  const kind = kindOf[measure]
  if (kind === 'voltage') return 'V'
  if (kind === 'percent') return '%'
  return kind === 'energy' || method === 'sum' ? 'Wh' : 'W'
}

/**
 * Returns how several systems' values combine into the total (CHT-06; for what it does not name, house powers are
 * treated like grid powers, output like PV, and a forecast like what it forecasts). `closed`: powers are summed, so that
 * they balance.
 */
export function totalOf(measure: Measure, method: Method, closed: boolean): 'mean' | 'sum' {
  if (unitOf(measure, method) === 'Wh') return 'sum'
  const kind = kindOf[measure]
  if (kind === 'voltage' || kind === 'percent') return 'mean'
  if (closed || kind === 'output') return 'sum'
  return measure === 'pv' || measure === 'energyForecast' ? 'sum' : 'mean'
}

/** Returns the resolutions that are no longer than a period. */
export const resolutionsOf = (period: Period): readonly Resolution[] =>
  period === 'day' ? resolutions.slice(0, 3) : resolutions

/** Whole days in a time zone; `until` is exclusive. */
export type Range = { readonly from: Day; readonly until: Day; readonly timeZone: string }

export const rangeOf = (day: Day, period: Period, timeZone: string): Range => ({
  from: firstDay(day, period),
  until: nextPeriod(day, period),
  timeZone,
})

/** Returns the instants at which a range begins and ends. */
export const boundsOf = ({ from, until, timeZone }: Range) => ({
  start: startOfDay(from, timeZone),
  end: startOfDay(until, timeZone),
})

/** `count` consecutive steps of the same length, in ms. */
export type Run = { readonly from: number; readonly ms: number; readonly count: number }

/** Returns the starts of all steps, in ms. */
export const startsOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(({ from, ms, count }) => Array.from({ length: count }, (_, i) => from + i * ms))

/** Lists the days of a range in order. */
export function daysOf({ from, until }: Pick<Range, 'from' | 'until'>): Day[] {
  const days: Day[] = []
  for (let day = from; day < until; day = dayAfter(day)) days.push(day)
  return days
}

const HOUR_MS = 3_600_000

/**
 * Returns the steps of a range. Hours are counted from each day's first instant: a day with a clock change has 23 or
 * 25 of them, and if clocks change by half an hour, its last one is half as long. Months and days are those of the
 * zone.
 */
export function stepsOf(range: Range, resolution: Resolution): Run[] {
  const { start, end } = boundsOf(range)
  if (resolution === 'quarter') return joined([run(start.getTime(), end.getTime(), QUARTER_MS)])
  const starts = resolution === 'month' ? monthsOf(range) : daysOf(range)
  const instants = [...starts.map((day) => startOfDay(day, range.timeZone).getTime()), end.getTime()]
  const spans = instants
    .slice(1)
    .map((until, i) => ({ from: instants[i] ?? until, until }))
    // Zones that changed sides of the date line left out a day.
    .filter(({ from, until }) => from < until)
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

/** Merges consecutive runs of the same step length. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const next of runs) {
    const last = all.at(-1)
    if (last?.ms === next.ms) all[all.length - 1] = { ...last, count: last.count + next.count }
    else all.push(next)
  }
  return all
}

/** Why a time span has no data. */
export const gapReasons = [
  'before_claim',
  'future',
  'offline',
  'not_measured',
  'implausible',
  'imported',
] as const
export type GapReason = (typeof gapReasons)[number]
