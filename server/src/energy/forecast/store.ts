import type { DayCourse, Forecast } from '@kellersonne/core/energy/forecast/forecast'
import { dayAfter, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { watts } from '@kellersonne/core/units/units'
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
const row = z.extend(made, {
  start: z.date(),
  days: z.array(z.int()),
  pv: z.array(power),
  load: z.array(power),
  pv_level: z.number(),
  load_level: z.number(),
})
type Row = z.output<typeof row>

/** What is stored of a forecast. */
type Stored = Pick<Forecast, 'history' | 'level'> & { readonly days: readonly DayCourse[] }

/** The forecast of a system, for its owner since `since`. */
export type SystemForecast = Pick<Made, 'system' | 'since' | 'made_at'> & {
  readonly pv: Stored
  readonly load: Stored
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
] as const
const names = ['system', 'since', ...columns.map(([name]) => name)]

/** `since` stays as it is: JavaScript's dates hold no microseconds. */
const put = `
update forecast set ${columns.map(([name, type], i) => `${name} = $${i + 2}::${type}`).join()}
where system = $1`

const inWatts = ({ days }: Stored) =>
  days.flatMap(({ quarters }) => quarters.map((one) => (one === null ? null : Math.round(one))))

function daysOf({ start, days }: Row, powers: Row['pv'], timeZone: string): DayCourse[] {
  const first = dayOf(start, timeZone)
  let passed = 0
  return days.map((count, i) => {
    const from = passed
    passed += count
    return {
      day: dayAfter(first, i),
      start: new Date(start.getTime() + from * QUARTER_MS),
      quarters: powers.slice(from, passed),
    }
  })
}

const isOver = ({ start, quarters }: DayCourse, now: Date) =>
  start.getTime() + quarters.length * QUARTER_MS <= now.getTime()

function forecastOf(found: Row, timeZone: string, now: Date): SystemForecast {
  const days = (powers: Row['pv']) => daysOf(found, powers, timeZone).filter((day) => !isOver(day, now))
  return {
    ...found,
    pv: { days: days(found.pv), history: found.pv_history, level: found.pv_level },
    load: { days: days(found.load), history: found.load_history, level: found.load_level },
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
       select system, since, to_timestamp(0), since, '{}', '{}', '{}', 0, 0, 0, 0 from ownership
       where until is null and not exists
         (select from forecast where forecast.system = ownership.system and forecast.since = ownership.since)
       on conflict (system) do update set since = excluded.since, made_at = excluded.made_at`,
    )
  },

  /** Resolves to the forecasts from today on, by system, except those made for a previous owner. */
  async of(systems: readonly OwnedSystem[], now: Date): Promise<Map<number, SystemForecast>> {
    const rows = await sql.rows(
      row,
      `select ${names.join()} from forecast where system = any($1) and made_at > to_timestamp(0)`,
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
    ])
  },
})
