import type { TemperatureTime } from '@kellersonne/core/energy/health/temperature'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'

const time = z.object({
  begunAt: z.coerce.date(),
  at: z.coerce.date(),
  celsius: z.nullable(z.number()),
  lowest: z.number(),
  highest: z.number(),
  seconds: z.array(z.int()),
})
const present = z.object({ system: z.int(), since: z.date(), time: z.nullable(time) })
/** What is known of a battery in the time of its present owner; `time` is null before the first temperature. */
export type PresentTime = z.output<typeof present>
const measured = z.object({ n: z.int(), quarters: z.int() })

/** The battery of a system, in the time of its owner since then. */
type Period = { readonly system: number; readonly since: Date }
export type Span = { readonly system: number; readonly from: Date; readonly until: Date }

const PRESENT = prepared(`
select ownership.system, ownership.since, case when at is not null then jsonb_build_object('begunAt', begun_at,
  'at', at, 'celsius', celsius, 'lowest', lowest, 'highest', highest, 'seconds', seconds) end as time
from ownership left join battery_temperature using (system, since)
where ownership.system = any($1) and until is null order by ownership.system`)

/** The only file that knows the table `battery_temperature`. */
export const temperatureStore = (sql: Sql) => ({
  /** Resolves to what is known of those of the systems that have an owner. */
  present: (systems: readonly number[]): Promise<PresentTime[]> => sql.rows(present, PRESENT, [systems]),

  async of({ system, since }: Period): Promise<TemperatureTime | null> {
    const row = await sql.row(
      time,
      `select begun_at as "begunAt", at, celsius, lowest, highest, seconds from battery_temperature
       where system = $1 and since = $2`,
      [system, since],
    )
    return row ?? null
  },

  /** Resolves to the number of quarters with readings within each span, in their order. */
  async measuredQuarters(spans: readonly Span[]): Promise<number[]> {
    const rows = await sql.rows(
      measured,
      `select n, (
         select count(*)::integer from quarter where quarter.system = span.system and readings > 0
           and at > span.from_at - interval '15 minutes' and at <= span.until_at
       ) as quarters
       from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span(system, from_at, until_at, n)
       order by n`,
      [spans.map(({ system }) => system), spans.map(({ from }) => from), spans.map(({ until }) => until)],
    )
    return rows.map(({ quarters }) => quarters)
  },

  /** Stores what is known of batteries, ordered by system. */
  async put(times: readonly (Period & { readonly time: TemperatureTime })[]): Promise<void> {
    await sql.run(
      `insert into battery_temperature (system, since, begun_at, at, celsius, lowest, highest, seconds)
       select system, since, begun_at, at, celsius, lowest, highest, array(select jsonb_array_elements_text(seconds)::integer)
       from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[],
         $7::float8[], $8::jsonb[]) as known(system, since, begun_at, at, celsius, lowest, highest, seconds)
       on conflict (system, since) do update set at = excluded.at, celsius = excluded.celsius, lowest = excluded.lowest,
         highest = excluded.highest, seconds = excluded.seconds`,
      [
        ...[times.map(({ system }) => system), times.map(({ since }) => since)],
        ...[times.map((one) => one.time.begunAt), times.map((one) => one.time.at)],
        ...[times.map((one) => one.time.celsius), times.map((one) => one.time.lowest)],
        ...[times.map((one) => one.time.highest), times.map((one) => JSON.stringify(one.time.seconds))],
      ],
    )
  },
})
