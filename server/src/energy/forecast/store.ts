import type { DayForecast, Forecast } from '@kellersonne/core/energy/forecast'
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
/** When a system's forecast was made, its owner since when, and how many days of history it is based on. */
export type Made = z.output<typeof made>

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

/** The forecast of a system, for its owner since `since`. */
export type SystemForecast = Pick<Made, 'system' | 'since' | 'made_at'> & {
  readonly pv: Forecast
  readonly load: Forecast
}

const columns = [
  ['system', 'integer'],
  ['since', 'timestamptz'],
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
const names = columns.map(([name]) => name)

const put = `
insert into forecast (${names.join()}) values (${columns.map(([, type], i) => `$${i + 1}::${type}`).join()})
on conflict (system) do update set ${names.map((name) => `${name} = excluded.${name}`).join()}`

const inWatts = ({ days }: Forecast) =>
  days.flatMap(({ quarters }) => quarters.map((one) => (one === null ? null : Math.round(one))))

function daysOf({ start, days }: Row, powers: Row['pv'], timeZone: string): DayForecast[] {
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

const isOver = ({ start, quarters }: DayForecast, now: Date) =>
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
  all: (): Promise<Made[]> => sql.rows(made, `select ${Object.keys(made.shape).join()} from forecast`),

  /** Resolves to the forecasts from today on, by system, except those made for a previous owner. */
  async of(systems: readonly OwnedSystem[], now: Date): Promise<Map<number, SystemForecast>> {
    const rows = await sql.rows(row, `select ${names.join()} from forecast where system = any($1)`, [
      systems.map(({ id }) => id),
    ])
    const owned = new Map(systems.map((system) => [system.id, system]))
    return new Map(
      rows.flatMap((found) => {
        const system = owned.get(found.system)
        if (system?.since.getTime() !== found.since.getTime()) return []
        return [[found.system, forecastOf(found, system.time_zone, now)] as const]
      }),
    )
  },

  async put({ system, since, made_at, pv, load }: SystemForecast): Promise<void> {
    await sql.run(put, [
      ...[system, since, made_at, pv.days[0]?.start, pv.days.map(({ quarters }) => quarters.length)],
      ...[inWatts(pv), inWatts(load), pv.history, pv.level, load.history, load.level],
    ])
  },

  async remove(systems: readonly number[]): Promise<void> {
    await sql.run('delete from forecast where system = any($1)', [systems])
  },
})
