import {
  type DayForecast,
  type DaySum,
  exclusions,
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
const rule = z.nullable(
  z.object({
    method: z.enum(forecastMethods),
    weather: z.enum(weatherUses),
    excluded: z.record(z.enum(exclusions), z.int()),
  }),
)
type Rule = NonNullable<z.output<typeof rule>>

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
  pv_rule: rule,
  load_rule: rule,
  pv_level: z.number(),
  load_level: z.number(),
})
type Row = z.output<typeof forecastRow>

/** The forecast of a system, for its owner since `since`. */
export type SystemForecast = Pick<Made, 'system' | 'since' | 'made_at'> & {
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
  pv_rule: 'jsonb',
  load_rule: 'jsonb',
  pv_history: 'smallint',
  pv_level: 'real',
  load_history: 'smallint',
  load_level: 'real',
} as const

type Course = 'quarters' | 'low' | 'high' | 'usual'
const inWatts = ({ days }: Forecast, course: Course) =>
  days.flatMap((day) => day[course].map((one) => (one === null ? null : Math.round(one))))

const inWattHours = ({ days }: Forecast) =>
  days.flatMap(({ sum }) =>
    sum ? [sum.low, sum.expected, sum.high].map((one) => Math.round(one)) : [null, null, null],
  )
const ruleOf = ({ method, weather, excluded }: Forecast): Rule => ({ method, weather, excluded })

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
    pv_rule: ruleOf(pv),
    load_rule: ruleOf(load),
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

const NO_RULE: Rule = {
  method: 'none',
  weather: 'none',
  excluded: { curtailed: 0, snow: 0, faulty: 0, gap: 0 },
}

/** Returns a forecast from today on. */
export function forecastIn(row: Row, timeZone: string, now: Date): SystemForecast {
  const of = (kind: 'pv' | 'load'): Forecast => ({
    ...(row[`${kind}_rule`] ?? NO_RULE),
    days: daysOf(row, kind, timeZone, now),
    history: row[`${kind}_history`],
    level: row[`${kind}_level`],
  })
  const { system, since, made_at } = row
  return { system, since, made_at, pv: of('pv'), load: of('load') }
}
