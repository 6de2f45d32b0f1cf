import { hasExpired } from '@kellersonne/core/identity/sessions'
import { isSerialNumber, type SerialNumber } from '@kellersonne/core/systems/systems'
import QuickLRU from 'quick-lru'
import * as z from 'zod/mini'
import { createBatcher } from '../../platform/batcher.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { invariant } from '../../platform/invariant.ts'
import {
  FACTS_VERSION,
  FROM_WANTED,
  type UpdateFacts,
  updateFacts,
  type Visible,
} from '../runs/update-facts.ts'

const row = z.object({
  n: z.int(),
  counter: z.int(),
  adopted: z.boolean(),
  stayLoggedIn: z.boolean(),
  createdAt: z.date(),
  refreshedAt: z.date(),
  id: z.nullable(z.int()),
  since: z.nullable(z.date()),
  visibleFrom: z.nullable(z.date()),
  mark: z.string(),
})
/** A system of the caller's, and its update facts. */
export type Admitted = {
  readonly system: { readonly id: number; readonly sn: SerialNumber } & Visible
  readonly facts: UpdateFacts
}
const REMEMBERED = 10_000
type Remembered = { readonly mark: string; readonly since: number; readonly facts: UpdateFacts }
type Asked = { readonly caller: Caller; readonly sn: string }

/** Looks up everybody who asks at the same time with one query: their session, and the system if it is theirs. */
const SELECT =
  prepared(`select n::integer, counter, adopted, stay_logged_in as "stayLoggedIn", created_at as "createdAt",
    refreshed_at as "refreshedAt", wanted.system as id, wanted.since, visible_from as "visibleFrom",
    ${FACTS_VERSION} as mark
  from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as asked(session, owner, sn, n)
  join session on session.id = asked.session and session.owner = asked.owner
  left join lateral (
    select system, since, visible_from from storage_system join system_access on system = id
    where storage_system.sn = asked.sn and caller = asked.owner and 'update' = any(rights)
  ) as wanted on true
  ${FROM_WANTED}`)

/** No system has this serial number. */
const NOBODYS = ''

/**
 * Admits callers with an active session. Everything throws `ApiError` session_required as soon as it has ended, in
 * whatever process.
 */
export function createAccessCheck(db: Db, now: () => Date) {
  const find = createBatcher(async (asked: readonly Asked[]) => {
    const rows = await db.rows(row, SELECT, [
      asked.map(({ caller }) => caller.session),
      asked.map(({ caller }) => caller.owner),
      asked.map(({ sn }) => sn),
    ])
    const byPlace = new Map(rows.map((one) => [one.n, one]))
    return asked.map((_, i) => byPlace.get(i + 1) ?? null)
  })
  const remembered = new QuickLRU<number, Remembered>({ maxSize: REMEMBERED })
  async function factsOf(system: Visible, mark: string): Promise<UpdateFacts> {
    const known = remembered.get(system.id)
    if (known?.mark === mark && known.since === system.since.getTime()) return known.facts
    const [facts] = await updateFacts(db, [system])
    invariant(facts, `update facts: no row for system ${system.id}`)
    remembered.set(system.id, { mark, since: system.since.getTime(), facts })
    return facts
  }
  async function living(asked: Asked) {
    const found = await find(asked)
    if (!found || hasExpired(found, now())) throw new ApiError('session_required')
    return found
  }
  return {
    async checkSession(caller: Caller): Promise<void> {
      await living({ caller, sn: NOBODYS })
    },

    /** Admits a system's owner. Throws `ApiError` not_found for another owner's system as for a missing one. */
    async admit(caller: Caller, sn: string): Promise<Admitted> {
      const { id, since, visibleFrom, mark } = await living({ caller, sn })
      if (id === null || since === null || visibleFrom === null || !isSerialNumber(sn))
        throw new ApiError('not_found')
      const system = { id, sn, since, visible_from: visibleFrom }
      return { system, facts: await factsOf(system, mark) }
    },
  }
}
