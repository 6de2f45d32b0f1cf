import { ACCESS_LIFE_MS } from '@kellersonne/core/identity/sessions'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Sql } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type OwnedSystem, owned } from './store.ts'

/** What a caller may do with a system: read its data, issue commands, or update its firmware. */
export type Right = 'see' | 'control' | 'update'
/** Who asks; `session`: absent for callers that need none, such as jobs. */
export type Caller = { readonly owner: string; readonly session?: string | undefined }
/** At least one system. */
export type Systems = readonly [OwnedSystem, ...OwnedSystem[]]

const SELECT_SESSION = prepared('select from session where id = $1')

/** Throws `ApiError` session_required if a caller's session has ended. The owner must be locked, as by `hold` or `lockOwner`. */
export async function requireOpenSession(sql: Sql, session: string | undefined): Promise<void> {
  if (session !== undefined && (await sql.run(SELECT_SESSION, [session])) === 0)
    throw new ApiError('session_required')
}

/**
 * Throws `ApiError` session_required if the owner has replaced the password since a caller's access token was issued: the session may outlive
 * that, and somebody else may hold the token. Must be called before anything is stored that ends with the password. The owner must be
 * locked, as by `hold` or `lockOwner`.
 */
export async function requireTokenSincePassword(
  sql: Sql,
  { owner, until }: { readonly owner: string; readonly until: Date },
): Promise<void> {
  // Tokens are issued at whole seconds.
  const found = await sql.run(`select from owner where id = $1 and date_trunc('second', password_at) > $2`, [
    ...[owner, new Date(until.getTime() - ACCESS_LIFE_MS)],
  ])
  if (found > 0) throw new ApiError('session_required')
}

const granted = `from system_access join storage_system on id = system
  where caller = $1 and $2 = any(rights)`

const SELECT_ALL = prepared(
  `select id, sn, phase, time_zone, system_access.since, visible_from, name ${granted} order by phase, length(sn), sn`,
)

/**
 * Decides who may see, control and update which system; the view `system_access` lists the grants. Everything throws
 * `ApiError` not_found for a system that the caller has no such right to, as for one that does not exist.
 */
export const systemAccess = (sql: Sql) => {
  /** Resolves to all systems that the caller has a right to, ordered by phase; none is no error. */
  const all = ({ owner }: Caller, right: Right): Promise<OwnedSystem[]> =>
    sql.rows(owned, SELECT_ALL, [owner, right])

  /** Resolves to the system with this serial number, or to all. */
  async function named(caller: Caller, right: Right, sn: SerialNumber | typeof TOTAL): Promise<Systems> {
    const systems = await all(caller, right)
    const [first, ...others] = sn === TOTAL ? systems : systems.filter((system) => system.sn === sn)
    if (!first) throw new ApiError('not_found')
    return [first, ...others]
  }

  return {
    all,
    named,

    /** Resolves to the system with this serial number. */
    async one(caller: Caller, right: Right, sn: SerialNumber): Promise<OwnedSystem> {
      const [system] = await named(caller, right, sn)
      return system
    },

    /**
     * Resolves to the system and locks its ownership until the end of the transaction, so that callers take turns. Locks the
     * owner first, as a deletion does: rows that callers insert reference the owner, so the opposite order could deadlock.
     * Throws `ApiError` session_required if the caller's session has ended meanwhile, as by a new password: what it would leave
     * could no longer end with it.
     */
    async hold({ owner, session }: Caller, right: Right, sn: SerialNumber): Promise<OwnedSystem> {
      const system = await sql.row(
        owned,
        `with holder as materialized (select from owner where id = $1 for key share)
         select id, sn, phase, time_zone, ownership.since, visible_from(ownership) as visible_from, name
         from holder cross join ownership join storage_system on id = system
         where sn = $3 and until is null and (system, ownership.since) in (select system, since ${granted})
         for no key update of ownership`,
        [owner, right, sn],
      )
      if (!system) throw new ApiError('not_found')
      // A statement of its own: that one has waited for the lock, and still sees what was before.
      await requireOpenSession(sql, session)
      return system
    },
  }
}
