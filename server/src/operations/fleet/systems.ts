import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { VERSIONS } from '../../telemetry/readings/unit-states.ts'

/** Which systems of the fleet are wanted; a condition that is left out holds for all. */
export type FleetFilter = {
  /** Silent since then, or never seen. */
  readonly silentSince?: Date | undefined
  /** A chip runs this version. */
  readonly version?: { readonly chip: string; readonly version: string } | undefined
  /** A message of this code is active. */
  readonly message?: string | undefined
  readonly hasOwner?: boolean | undefined
  /** An owner has paired it themselves. */
  readonly isOwn?: boolean | undefined
  /** Readings that cannot be right were refused on a local day that began after this. */
  readonly refusedSince?: Date | undefined
  /** Retired ones, which are otherwise left out. */
  readonly isRetired: boolean
}
/** A page of the fleet: at most `limit` systems, those that come after a serial number. */
export type FleetPage = { readonly limit: number; readonly after?: SerialNumber | undefined }

const fleetSystem = z.object({
  sn: serialNumber,
  phase: z.int(),
  isOwn: z.boolean(),
  timeZone: z.string(),
  createdAt: z.date(),
  owner: z.nullable(z.string()),
  since: z.nullable(z.date()),
  lastSeenAt: z.nullable(z.date()),
  status: z.nullable(z.string()),
  versions: z.record(z.string(), z.string()),
  messages: z.array(z.string()),
  refused: z.nullable(z.int()),
})
/** A system of the fleet: its owner's e-mail address, what it last reported, active messages, and readings refused lately. */
export type FleetSystem = z.output<typeof fleetSystem>

const active = 'select from episode where episode.system = storage_system.id and resolved_at is null'
const conditions = `($1::timestamptz is null or heard_at is null or heard_at < $1)
  and ($2::text is null or told -> 'versions' -> 1 ->> $2 = $3)
  and ($4::text is null or exists (${active} and code = $4))
  and ($5::boolean is null or (ownership.owner is not null) = $5)
  and ($6::timestamptz is null or (refused_today.readings > 0 and start > $6))
  and (retired_at is not null) = $7
  and ($8::boolean is null or own = $8)`
const from = `from storage_system
  left join ownership on ownership.system = storage_system.id and until is null
  left join owner on owner.id = ownership.owner
  left join latest on latest.system = storage_system.id
  left join unit_state on unit_state.system = storage_system.id
  left join refused_today on refused_today.system = storage_system.id`

const page = `select sn, phase, own as "isOwn", time_zone as "timeZone", storage_system.created_at as "createdAt", email as owner, since,
    heard_at as "lastSeenAt", told -> 'status' ->> 1 as status, ${VERSIONS} as versions,
    array(select code from episode where episode.system = storage_system.id and resolved_at is null order by code) as messages,
    case when start > $11 then readings end as refused
  ${from} where ${conditions} and ($9::text is null or (length(sn), sn) > (length($9), $9))
  order by length(sn), sn limit $10`

/** Reads what an operator asks about the whole fleet. */
export const fleetStore = (sql: Sql) => {
  const parameters = (filter: FleetFilter) => [
    ...[filter.silentSince ?? null, filter.version?.chip ?? null, filter.version?.version ?? null],
    ...[filter.message ?? null, filter.hasOwner ?? null, filter.refusedSince ?? null, filter.isRetired],
    filter.isOwn ?? null,
  ]
  return {
    /** Resolves to a page by serial number. `refused` counts readings of days that began after `recently`. */
    systems: (filter: FleetFilter, { limit, after }: FleetPage, recently: Date): Promise<FleetSystem[]> =>
      sql.rows(fleetSystem, page, [...parameters(filter), after ?? null, limit, recently]),

    async count(filter: FleetFilter): Promise<number> {
      const [row] = await sql.rows(
        z.object({ total: z.int() }),
        `select count(*)::integer as total ${from} where ${conditions}`,
        parameters(filter),
      )
      return row?.total ?? 0
    },
  }
}
