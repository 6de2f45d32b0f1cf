import {
  type DayCourse,
  type DayForecast,
  type Exclusion,
  type Forecast,
  forecastMethods,
  weatherUses,
} from '@kellersonne/core/energy/forecast/forecast'
import { dayAfter, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { wattHours, watts } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'

const made = z.object({
  system: z.int(),
  since: z.date(),
  made_at: z.date(),
  pv_history: z.int(),
  load_history: z.int(),
})
type Made = z.output<typeof made>

const owned = z.object({ id: z.int(), timeZone: z.string(), since: z.date(), visibleFrom: z.date() })
/** A system, with the time from which it is its present owner's. */
export type Owned = z.output<typeof owned>

const power = z.nullable(
  z.pipe(
    z.number(),
    z.transform((value) => watts(value)),
  ),
)
const powers = z.array(power)
const sums = z.array(z.nullable(z.number()))
const method = z.enum(forecastMethods)
const counts = z.object({
  curtailed: z._default(z.int(), 0),
  snow: z._default(z.int(), 0),
  faulty: z._default(z.int(), 0),
  gap: z._default(z.int(), 0),
}) satisfies z.ZodMiniType<Record<Exclusion, number>>
const row = z.extend(made, {
  start: z.date(),
  days: z.array(z.int()),
  ...{ pv: powers, pv_low: powers, pv_high: powers, pv_sums: sums },
  ...{ load: powers, load_low: powers, load_high: powers, load_usual: powers, load_sums: sums },
  ...{ pv_method: method, load_method: method, weather: z.enum(weatherUses), pv_excluded: counts },
  efficiency: z.nullable(z.number()),
  pv_level: z.number(),
  load_level: z.number(),
})
type Row = z.output<typeof row>

/** The forecast of a system, for its owner since `since`. */
export type SystemForecast = Pick<Made, 'system' | 'since' | 'made_at'> & {
  /** Share of the energy that survives each way in the battery, as far as known. */
  readonly efficiency: number | null
  readonly pv: Forecast
  readonly load: Forecast
}

/** What is made anew each quarter of an hour. */
const columns = [
  ['made_at', 'timestamptz'],
  ['start', 'timestamptz'],
  ['days', 'smallint[]'],
  ['pv', 'integer[]'],
  ['load', 'integer[]'],
  ['pv_history', 'smallint'],
  ['pv_level', 'real'],
  ['load_history', 'smallint'],
  ['load_level', 'real'],
  ['pv_low', 'integer[]'],
  ['pv_high', 'integer[]'],
  ['pv_sums', 'integer[]'],
  ['load_low', 'integer[]'],
  ['load_high', 'integer[]'],
  ['load_usual', 'integer[]'],
  ['load_sums', 'integer[]'],
  ['pv_method', 'text'],
  ['load_method', 'text'],
  ['weather', 'text'],
  ['pv_excluded', 'jsonb'],
] as const
const names = ['system', 'since', ...columns.map(([name]) => name)]

/** `since` stays as it is: JavaScript's dates hold no microseconds. */
const put = `
update forecast set ${columns.map(([name, type], i) => `${name} = $${i + 2}::${type}`).join()}
where system = $1`

type Courses = 'quarters' | 'low' | 'high' | 'usual'
const inWatts = ({ days }: Forecast, of: Courses = 'quarters') =>
  days.flatMap((day) => day[of].map((one) => (one === null ? null : Math.round(one))))

const sumsOf = ({ days }: Forecast) =>
  days.flatMap(({ sum }) =>
    [sum?.low, sum?.expected, sum?.high].map((one) => (one === undefined ? null : Math.round(one))),
  )

/** Cuts what is stored of several days into days. */
function daysOf(
  { start, days }: Row,
  stored: Readonly<Record<Courses, Row['pv']>> & { readonly sums: Row['pv_sums'] },
  timeZone: string,
): DayForecast[] {
  const first = dayOf(start, timeZone)
  let passed = 0
  return days.map((count, i) => {
    const from = passed
    passed += count
    const cut = (powers: Row['pv']) => Array.from({ length: count }, (_, k) => powers[from + k] ?? null)
    const [low = null, expected = null, high = null] = stored.sums.slice(3 * i, 3 * i + 3)
    return {
      day: dayAfter(first, i),
      start: new Date(start.getTime() + from * QUARTER_MS),
      ...{ quarters: cut(stored.quarters), usual: cut(stored.usual) },
      ...{ low: cut(stored.low), high: cut(stored.high) },
      sum:
        low === null || expected === null || high === null
          ? null
          : { low: wattHours(low), expected: wattHours(expected), high: wattHours(high) },
    }
  })
}

const isOver = ({ start, quarters }: DayCourse, now: Date) =>
  start.getTime() + quarters.length * QUARTER_MS <= now.getTime()

function forecastOf(found: Row, timeZone: string, now: Date): SystemForecast {
  const days = (stored: Parameters<typeof daysOf>[1]) =>
    daysOf(found, stored, timeZone).filter((day) => !isOver(day, now))
  const excluded = found.pv_excluded
  return {
    ...found,
    pv: {
      days: days({
        quarters: found.pv,
        usual: found.pv,
        low: found.pv_low,
        high: found.pv_high,
        sums: found.pv_sums,
      }),
      ...{ history: found.pv_history, level: found.pv_level, method: found.pv_method },
      ...{ weather: found.weather, excluded },
    },
    load: {
      days: days({
        ...{ quarters: found.load, usual: found.load_usual },
        ...{ low: found.load_low, high: found.load_high, sums: found.load_sums },
      }),
      ...{ history: found.load_history, level: found.load_level, method: found.load_method },
      ...{ weather: 'none', excluded: { curtailed: 0, snow: 0, faulty: 0, gap: 0 } },
    },
  }
}

/** The only file that knows the table `forecast`. */
export const forecastStore = (sql: Sql) => ({
  /**
   * Locks forecasts that are due, the oldest first, `limit` at most; rows that another process has locked are left to it.
   * Due is what was made before `quarter`, or before `again` from less than `fewest` days of history.
   */
  due: (quarter: Date, fewest: number, again: Date, limit: number): Promise<Owned[]> =>
    sql.rows(
      owned,
      `select forecast.system as id, time_zone as "timeZone", forecast.since,
         visible_from(ownership) as "visibleFrom"
       from forecast join storage_system on storage_system.id = forecast.system
       join ownership on ownership.system = forecast.system and until is null
         and ownership.since = forecast.since
       where made_at < $1 or (least(pv_history, load_history) < $2 and made_at <= $3)
       order by made_at, forecast.system limit $4 for update of forecast skip locked`,
      [quarter, fewest, again, limit],
    ),

  /**
   * Adds an empty forecast, due at once, for each owner who has none, and removes those of former owners; resolves to how
   * many were added.
   */
  async follow(): Promise<number> {
    await sql.run(
      `delete from forecast where not exists
         (select from ownership where ownership.system = forecast.system and until is null)`,
    )
    return sql.run(
      `insert into forecast (${names.join()})
       select system, since, to_timestamp(0), since, '{}', '{}', '{}', 0, 0, 0, 0,
         '{}', '{}', '{}', '{}', '{}', '{}', '{}', 'none', 'none', 'none', '{}' from ownership
       where until is null and not exists
         (select from forecast where forecast.system = ownership.system and forecast.since = ownership.since)
       on conflict (system) do update set since = excluded.since, made_at = excluded.made_at`,
    )
  },

  /** Resolves to the forecasts from today on, by system, except those made for a previous owner. */
  async of(systems: readonly OwnedSystem[], now: Date): Promise<Map<number, SystemForecast>> {
    const rows = await sql.rows(
      row,
      `select ${names.map((name) => `forecast.${name}`).join()}, efficiency
       from forecast left join forecast_memory using (system, since)
       where system = any($1) and made_at > to_timestamp(0)`,
      [systems.map(({ id }) => id)],
    )
    const owned = new Map(systems.map((system) => [system.id, system]))
    return new Map(
      rows.flatMap((found) => {
        const system = owned.get(found.system)
        if (system?.since.getTime() !== found.since.getTime()) return []
        return [[found.system, forecastOf(found, system.time_zone, now)] as const]
      }),
    )
  },

  /** Stores the forecast of a system that `due` has locked. */
  async put({ system, made_at, pv, load }: SystemForecast): Promise<void> {
    await sql.run(put, [
      ...[system, made_at, pv.days[0]?.start, pv.days.map(({ quarters }) => quarters.length)],
      ...[inWatts(pv), inWatts(load), pv.history, pv.level, load.history, load.level],
      ...[inWatts(pv, 'low'), inWatts(pv, 'high'), sumsOf(pv)],
      ...[inWatts(load, 'low'), inWatts(load, 'high'), inWatts(load, 'usual'), sumsOf(load)],
      ...[pv.method, load.method, pv.weather, JSON.stringify(pv.excluded)],
    ])
  },
})
