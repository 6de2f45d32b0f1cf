import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { forecastColumns, forecastIn, forecastRow, type SystemForecast, valuesOf } from './stored-forecast.ts'

const tenths = z.nullable(z.int())
const owned = z.object({
  id: z.int(),
  timeZone: z.string(),
  since: z.date(),
  visibleFrom: z.date(),
  latitude: tenths,
  longitude: tenths,
})
/** A system, with the time from which it is its present owner's, and its location in tenths of a degree. */
export type Owned = z.output<typeof owned>

/** True once a unit has sent readings from before the days that are read with each forecast: after a minute all are stored. */
export const isOvertaken = `old_heard_at >= built_at - interval '1 minute'`

/** Days of history with which a forecast is made again, if it was made before an instant. */
type TooLittle = { readonly fewest: number; readonly few: number; readonly again: Date }

const ofOwner = `from forecast join storage_system on storage_system.id = forecast.system
  join ownership on ownership.system = forecast.system and until is null and ownership.since = forecast.since`
const selectOwned = `select forecast.system as id, time_zone as "timeZone", forecast.since,
  visible_from(ownership) as "visibleFrom", latitude, longitude ${ofOwner}`

const names = ['system', 'since', ...Object.keys(forecastColumns)]

/** `since` stays as it is: JavaScript's dates hold no microseconds. */
const put = `
update forecast set ${Object.entries(forecastColumns)
  .map(([name, type], i) => `${name} = $${i + 2}::${type}`)
  .join()}
where system = $1`

const DUE = prepared(`
${selectOwned}
where made_at < $1 or (made_at <= $4 and (greatest(pv_history, load_history) < $2
  or (least(pv_history, load_history) < $3 and exists (
    select from forecast_memory join latest using (system)
    where forecast_memory.system = forecast.system and ${isOvertaken}))))
order by made_at, forecast.system limit $5 for update of forecast skip locked`)

const CURRENT = prepared(`
select ${names.map((name) => `forecast.${name}`).join()}, efficiency
from forecast left join forecast_memory using (system, since)
where system = any($1) and made_at > to_timestamp(0)`)

/** The only file that knows the table `forecast`. */
export const forecastStore = (sql: Sql) => ({
  /**
   * Locks forecasts that are due, the oldest first, `limit` at most; rows that another process has locked are left to it.
   * Due is what was made before `quarter`, or before `again` from less than `fewest` days of history of either kind (a unit may
   * never send one of them), or from less than `few` before the unit sent older ones.
   */
  due: (quarter: Date, { fewest, few, again }: TooLittle, limit: number): Promise<Owned[]> =>
    sql.rows(owned, DUE, [quarter, fewest, few, again, limit]),

  /** Locks systems with past days that are still to be learnt from, `limit` at most. */
  behind: (limit: number): Promise<Owned[]> =>
    sql.rows(
      owned,
      `${selectOwned} join forecast_memory on forecast_memory.system = forecast.system and behind
       order by forecast.system limit $1 for update of forecast skip locked`,
      [limit],
    ),

  /** Resolves to these systems, as far as their present owners have a forecast. */
  owned: (systems: readonly number[]): Promise<Owned[]> =>
    sql.rows(owned, `${selectOwned} where forecast.system = any($1)`, [systems]),

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
      `insert into forecast (system, since, made_at, start, days, pv, load, pv_history, pv_level, load_history, load_level)
       select system, since, to_timestamp(0), since, '{}', '{}', '{}', 0, 0, 0, 0 from ownership
       where until is null and not exists
         (select from forecast where forecast.system = ownership.system and forecast.since = ownership.since)
       on conflict (system) do update set since = excluded.since, made_at = excluded.made_at`,
    )
  },

  /** Resolves to the forecasts from today on, by system, except those made for a previous owner. */
  async of(systems: readonly OwnedSystem[], now: Date): Promise<Map<number, SystemForecast>> {
    const rows = await sql.rows(forecastRow, CURRENT, [systems.map(({ id }) => id)])
    const owned = new Map(systems.map((system) => [system.id, system]))
    return new Map(
      rows.flatMap((found) => {
        const system = owned.get(found.system)
        if (system?.since.getTime() !== found.since.getTime()) return []
        return [[found.system, forecastIn(found, system.time_zone, now)] as const]
      }),
    )
  },

  /** Resolves to the forecasts from today on of these units' present owners, by serial number. */
  async ofUnits(units: readonly SerialNumber[], now: Date): Promise<Map<SerialNumber, SystemForecast>> {
    const rows = await sql.rows(
      z.extend(forecastRow, { sn: serialNumber, timeZone: z.string() }),
      `select sn, time_zone as "timeZone", ${names.map((name) => `forecast.${name}`).join()}
       ${ofOwner}
       where sn = any($1) and made_at > to_timestamp(0)`,
      [units],
    )
    return new Map(rows.map((found) => [found.sn, forecastIn(found, found.timeZone, now)] as const))
  },

  /** Empties the forecast of a system that `due` has locked, as if it had been made at `now`. */
  async clear(system: number, now: Date): Promise<void> {
    await sql.run(
      `update forecast set made_at = $2, start = $2, days = '{}', pv = '{}', pv_low = '{}', pv_high = '{}', load = '{}',
         load_low = '{}', load_high = '{}', load_usual = '{}', pv_sums = '{}', load_sums = '{}' where system = $1`,
      [system, now],
    )
  },

  /** Stores the forecast of a system that `due` has locked. */
  async put(forecast: SystemForecast): Promise<void> {
    await sql.run(put, [forecast.system, ...valuesOf(forecast)])
  },
})
