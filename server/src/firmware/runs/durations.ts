import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** How many updates are read for each owner wanted: bounds the work. */
const UPDATES_AN_OWNER = 10

/**
 * Resolves to how long updates of each of these chips took from the first byte to the end of the installation, in ms: the
 * newest of each of the last `owners` owners, so that one who updates again and again does not decide what others read.
 */
export async function updateDurations(
  sql: Sql,
  chips: readonly string[],
  owners: number,
): Promise<Map<string, number[]>> {
  const rows = await sql.rows(
    z.object({ chip: z.string(), ms: z.number() }),
    `select wanted.chip, extract(epoch from installed_at - started_at)::float8 * 1000 as ms
     from unnest($1::text[]) as wanted(chip) cross join lateral (
       select * from (
         select distinct on (coalesce(owner::text, 'deleted')) started_at, installed_at, ended_at
         from (
           select firmware_update, started_at, installed_at, ended_at
           from update_action join release on release.id = release
           where release.chip = wanted.chip and state = 'finished' and started_at is not null
           order by ended_at desc limit $3) as newest
         join firmware_update on firmware_update.id = firmware_update
         join ownership on (ownership.system, ownership.since) = (firmware_update.system, firmware_update.since)
         order by coalesce(owner::text, 'deleted'), ended_at desc) as of_owners
       order by ended_at desc limit $2) as done`,
    [chips, owners, owners * UPDATES_AN_OWNER],
  )
  return new Map(
    [...Map.groupBy(rows, ({ chip }) => chip)].map(([chip, of]) => [chip, of.map(({ ms }) => ms)]),
  )
}
