import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { VERSIONS } from '../../telemetry/readings/unit-states.ts'

const frequency = z.object({
  code: z.string(),
  active: z.int(),
  systems: z.int(),
  episodes: z.int(),
  versions: z.record(z.string(), z.int()),
})
/**
 * A message in the fleet since an instant: on how many systems it is active, on how many it was raised and how often, and
 * how many of these run which version.
 */
export type MessageFrequency = z.output<typeof frequency>

/**
 * Resolves to the messages that most systems have raised since an instant, or that are active. Owners' own systems do not count:
 * anybody can add some, and have them raise anything.
 */
export const frequentMessages = (sql: Sql, since: Date, limit: number): Promise<MessageFrequency[]> =>
  sql.rows(
    frequency,
    `with raised as (
       select episode.code, episode.system, bool_or(resolved_at is null) as active, count(*) as episodes
       from episode join storage_system on id = episode.system
       where retired_at is null and not own and (raised_at >= $1 or resolved_at is null) group by 1, 2
     ), top as (
       select code, count(*) filter (where active)::integer as active, count(*)::integer as systems,
         sum(episodes)::integer as episodes
       from raised group by code order by systems desc, code limit $2
     )
     select top.*, coalesce((
       select jsonb_object_agg(version, systems) from (
         select one.chip || ' ' || one.version as version, count(*) as systems
         from raised join unit_state using (system),
           lateral jsonb_each_text(${VERSIONS}) as one(chip, version)
         where raised.code = top.code group by 1) as counted), '{}') as versions
     from top order by systems desc, code`,
    [since, limit],
  )
