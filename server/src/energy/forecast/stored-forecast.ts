import {
  type DayForecast,
  type DaySum,
  type Forecast,
  forecastMethods,
  weatherUses,
} from '@kellersonne/core/energy/forecast/forecast'
import { dayAfter, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { type WattHours, wattHours, watts } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'

const made = z.object({
  system: z.int(),
  since: z.date(),
  made_at: z.date(),
  pv_history: z.int(),
  load_history: z.int(),
})
type Made = z.output<typeof made>

const power = z.nullable(
  z.pipe(
    z.number(),
    z.transform((value) => watts(value)),
  ),
)
const powers = z.array(power)
const energies = z.array(z.nullable(z.number()))
const method = z.enum(forecastMethods)
const weather = z.enum(weatherUses)
/** Of before there was one, nothing was excluded. */
const count = z._default(z.int(), 0)
const excluded = z.object({ curtailed: count, snow: count, faulty: count, gap: count })

/** A row of the table `forecast`. */
export const forecastRow = z.extend(made, {
  start: z.date(),
  days: z.array(z.int()),
  pv: powers,
  pv_low: powers,
  pv_high: powers,
  load: powers,
  load_low: powers,
  load_high: powers,
  load_usual: powers,
  pv_sums: energies,
  load_sums: energies,
  pv_method: method,
  load_method: method,
  weather,
  load_weather: weather,
  pv_excluded: excluded,
  load_excluded: excluded,
  pv_level: z.number(),
  load_level: z.number(),
  efficiency: z._default(z.nullable(z.number()), null),
})
type Row = z.output<typeof forecastRow>

/** The forecast of a system, for its owner since `since`. */
export type SystemForecast = Pick<Made, 'system' | 'since' | 'made_at'> & {
  /** Share of the energy that survives each way in its battery; null = not known. */
  readonly efficiency: number | null
  readonly pv: Forecast
  readonly load: Forecast
}

/** What is made anew each quarter of an hour, with the types of the columns. */
export const forecastColumns = {
  made_at: 'timestamptz',
  start: 'timestamptz',
  days: 'smallint[]',
  pv: 'integer[]',
  pv_low: 'integer[]',
  pv_high: 'integer[]',
  load: 'integer[]',
  load_low: 'integer[]',
  load_high: 'integer[]',
  load_usual: 'integer[]',
  pv_sums: 'integer[]',
  load_sums: 'integer[]',
  pv_method: 'text',
  load_method: 'text',
  weather: 'text',
  load_weather: 'text',
  pv_excluded: 'jsonb',
  load_excluded: 'jsonb',
  pv_history: 'smallint',
  pv_level: 'real',
  load_history: 'smallint',
  load_level: 'real',
} as const

/** The largest number that the columns take: a fault of ours must not become one of the statement. */
const LARGEST = 2 ** 31 - 1
const stored = (value: number | null) =>
  value === null || !(Math.abs(value) <= LARGEST) ? null : Math.round(value)

type Course = 'quarters' | 'low' | 'high' | 'usual'
const inWatts = ({ days }: Forecast, course: Course) => days.flatMap((day) => day[course].map(stored))

const inWattHours = ({ days }: Forecast) =>
  days.flatMap(({ sum }) => (sum ? [sum.low, sum.expected, sum.high].map(stored) : [null, null, null]))

/** Returns the values of `forecastColumns`, in their order. */
export function valuesOf({ made_at, pv, load }: SystemForecast): unknown[] {
  const values: Record<keyof typeof forecastColumns, unknown> = {
    made_at,
    start: pv.days[0]?.start,
    days: pv.days.map(({ quarters }) => quarters.length),
    pv: inWatts(pv, 'quarters'),
    pv_low: inWatts(pv, 'low'),
    pv_high: inWatts(pv, 'high'),
    load: inWatts(load, 'quarters'),
    load_low: inWatts(load, 'low'),
    load_high: inWatts(load, 'high'),
    load_usual: inWatts(load, 'usual'),
    pv_sums: inWattHours(pv),
    load_sums: inWattHours(load),
    pv_method: pv.method,
    load_method: load.method,
    weather: pv.weather,
    load_weather: load.weather,
    pv_excluded: pv.excluded,
    load_excluded: load.excluded,
    pv_history: pv.history,
    pv_level: pv.level,
    load_history: load.history,
    load_level: load.level,
  }
  return Object.values(values)
}

function sumOf(sums: Row['pv_sums'], i: number): DaySum | null {
  const [low, expected, high]: (WattHours | null)[] = sums
    .slice(3 * i, 3 * i + 3)
    .map((energy) => (energy === null ? null : wattHours(energy)))
  return low == null || expected == null || high == null ? null : { low, expected, high }
}

const isOver = ({ start, quarters }: DayForecast, now: Date) =>
  start.getTime() + quarters.length * QUARTER_MS <= now.getTime()

/** Returns the days of a kind that are not over at `now`. */
function daysOf(row: Row, kind: 'pv' | 'load', timeZone: string, now: Date): DayForecast[] {
  const first = dayOf(row.start, timeZone)
  const usual = kind === 'pv' ? row.pv : row.load_usual
  let passed = 0
  return row.days
    .map((count, i) => {
      const from = passed
      passed += count
      // Of before there were bands, there are none.
      const course = (all: Row['pv']) =>
        Array.from({ length: count }, (_, quarter) => all[from + quarter] ?? null)
      return {
        day: dayAfter(first, i),
        start: new Date(row.start.getTime() + from * QUARTER_MS),
        quarters: course(row[kind]),
        low: course(row[`${kind}_low`]),
        high: course(row[`${kind}_high`]),
        usual: course(usual),
        sum: sumOf(row[`${kind}_sums`], i),
      }
    })
    .filter((day) => !isOver(day, now))
}

/** Returns a forecast from today on. */
export function forecastIn(row: Row, timeZone: string, now: Date): SystemForecast {
  const of = (kind: 'pv' | 'load'): Forecast => ({
    method: row[`${kind}_method`],
    weather: kind === 'pv' ? row.weather : row.load_weather,
    excluded: row[`${kind}_excluded`],
    days: daysOf(row, kind, timeZone, now),
    history: row[`${kind}_history`],
    level: row[`${kind}_level`],
  })
  const { system, since, made_at, efficiency } = row
  return { system, since, made_at, efficiency, pv: of('pv'), load: of('load') }
}
