import { type Release, reaches } from '@kellersonne/core/firmware/rollout'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const candidate = z.object({
  sn: z.string(),
  timeZone: z.string(),
  versions: z.record(z.string(), z.string()),
})

/** Resolves to how many systems a release reaches at its present stage: they can be updated to it, or run it already. */
export async function reachOf(sql: Sql, release: Release): Promise<number> {
  const systems = await sql.rows(
    candidate,
    `select sn, time_zone as "timeZone", told -> 'versions' -> 1 as versions
     from storage_system join unit_state on system = id
     where retired_at is null and not own and told -> 'versions' -> 1 ? $1`,
    [release.chip],
  )
  return systems.filter((one) => reaches(release, one)).length
}

/** Resolves to the serial numbers that no system in use has. */
export async function unknownSystems(sql: Sql, sns: readonly string[]): Promise<string[]> {
  const rows = await sql.rows(
    z.object({ sn: z.string() }),
    `select wanted.sn from unnest($1::text[]) with ordinality as wanted(sn, n)
     left join storage_system as system on system.sn = wanted.sn and retired_at is null
     where system.id is null order by n`,
    [sns],
  )
  return rows.map(({ sn }) => sn)
}
