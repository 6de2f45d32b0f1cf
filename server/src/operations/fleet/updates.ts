import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { storedStates } from '../../firmware/runs/action.ts'
import type { Sql } from '../../platform/db/database.ts'

const update = z.object({
  id: z.int(),
  sn: serialNumber,
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  state: z.enum(storedStates),
  percent: z.int(),
  reason: z.nullable(z.string()),
  words: z.nullable(z.string()),
  askedAt: z.date(),
  endedAt: z.nullable(z.date()),
})
/** The update of one chip of a system; `words` are the unit's last. */
export type FleetUpdate = z.output<typeof update>

export type UpdateFilter = {
  readonly sn?: SerialNumber | undefined
  readonly state?: FleetUpdate['state'] | undefined
  /** Asked for or ended since then. */
  readonly since?: Date | undefined
  /** Older than this one. */
  readonly before?: number | undefined
}

/** Resolves to updates that meet all conditions, newest first. */
export const fleetUpdates = (
  sql: Sql,
  { sn, state, since, before }: UpdateFilter,
  limit: number,
): Promise<FleetUpdate[]> =>
  sql.rows(
    update,
    `select update_action.id, sn, chip, from_version as "from", version as to, state, percent, reason,
       details ->> -1 as words, asked_at as "askedAt", ended_at as "endedAt"
     from update_action join release on release.id = release
       join firmware_update on firmware_update.id = firmware_update
       join storage_system on storage_system.id = update_action.system
     where ($1::text is null or sn = $1) and ($2::text is null or state = $2)
       and ($3::timestamptz is null or greatest(asked_at, ended_at) >= $3) and ($4::integer is null or update_action.id < $4)
     order by update_action.id desc limit $5`,
    [sn ?? null, state ?? null, since ?? null, before ?? null, limit],
  )
