import { fromStatus } from '@kellersonne/contract/firmware/status'
import { getHasUpdate, startUpdate } from '@kellersonne/contract/firmware/updates'
import type { FastifyRequest } from 'fastify'
import { type CookieConfig, updateCookie } from '../../identity/sessions/update-cookie.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { addMultipartParser } from '../../platform/http/bodies/multipart-form.ts'
import { type Api, type Caller, mount, type Prepared, prepare } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { limitPerMinute } from '../../platform/rate-limits/window-counts.ts'
import type { StoredRelease } from '../releases/store.ts'
import { startSystemUpdate } from '../runs/start-and-cancel.ts'
import { recentReleases, updatesOf } from '../runs/system-updates.ts'
import type { UpdateFacts } from '../runs/update-facts.ts'
import { type Admitted, createAccessCheck } from './access-check.ts'
import { enforceAllowedOrigins, type OriginConfig } from './origin-check.ts'

/** The portal polls twenty times a minute. */
const ASKED_A_MINUTE = 60

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly config: CookieConfig & OriginConfig
}

/** Identifies the caller of the update service by the cookie. Throws `ApiError` session_required. */
export function createCookieAuth({ secret, config, now }: Omit<Deps, 'db'>) {
  const cookie = updateCookie(secret, config, now)
  return async (request: FastifyRequest): Promise<Caller> => {
    const caller = await cookie.read(request)
    if (typeof caller === 'object') return caller
    if (caller === 'forged')
      logSecurity(request, { event: 'access', outcome: 'refused', owner: null, session: null })
    throw new ApiError('session_required')
  }
}

/** True if a request is valid input for its endpoint. */
const isUnderstood = ({ method, query, body }: FastifyRequest) =>
  (method === 'POST' ? startUpdate.form.safeParse(body) : getHasUpdate.query.safeParse(query)).success

/**
 * Prepares responses to `has_update`, and reuses one while its facts and the list of releases are the same: for a second
 * at most, after which the list has been read again.
 */
function createPreparer() {
  const prepared = new WeakMap<UpdateFacts, { releases: readonly StoredRelease[]; response: Prepared }>()
  return ({ system, facts }: Admitted, releases: readonly StoredRelease[], at: Date): Prepared => {
    const known = prepared.get(facts)
    if (known?.releases === releases) return known.response
    const response = prepare(getHasUpdate, fromStatus(updatesOf(system, facts, releases, at).status))
    prepared.set(facts, { releases, response })
    return response
  }
}

/** Mounts the owners' routes of the update service (API-10). */
export function updateService(service: Api, { db, now, secret, config }: Deps): void {
  const { admit, checkSession } = createAccessCheck(db, now)
  const paceAsking = limitPerMinute(ASKED_A_MINUTE, now)
  /** Reports an ended session before any other error, even for input that needs no lookup. */
  async function authenticate(request: FastifyRequest): Promise<Caller> {
    const caller = await service.authenticate(request)
    if (isUnderstood(request)) return caller
    paceAsking(caller.session)
    await checkSession(caller)
    return caller
  }
  const api = { ...service, authenticate }
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const preparedStatus = createPreparer()
  enforceAllowedOrigins(api.app, config, [getHasUpdate.path, startUpdate.path])
  addMultipartParser(api.app)

  mount(api, getHasUpdate, async ({ caller, query }) => {
    paceAsking(caller.session)
    const admitted = await admit(caller, query.sn)
    const at = now()
    return preparedStatus(admitted, await recentReleases(db, at), at)
  })

  mount(api, startUpdate, async ({ caller, form, request }) => {
    const { owner, session } = caller
    const event = { event: 'update', owner, session } as const
    const begin = async () => {
      const { system } = await admit(caller, form.sn)
      const tries: RateLimitKey[] = [
        { limit: 'update_session', who: session },
        { limit: 'update_system', who: system.sn },
      ]
      await counted.begin(tries, now())
      return startSystemUpdate(db, system.sn, caller, now())
    }
    if (await begin().catch(logRefusal(request, event)))
      logSecurity(request, { ...event, outcome: 'succeeded' })
    const { system, facts } = await admit(caller, form.sn)
    const at = now()
    const { updates } = fromStatus(updatesOf(system, facts, await recentReleases(db, at), at).status)
    return { updates }
  })
}
