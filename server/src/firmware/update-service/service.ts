import { fromStatus } from '@kellersonne/contract/firmware/status'
import { getHasUpdate, startUpdate } from '@kellersonne/contract/firmware/updates'
import type { FastifyRequest } from 'fastify'
import { type CookieConfig, updateCookie } from '../../identity/sessions/update-cookie.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, type Caller, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { limitPerMinute } from '../../platform/rate-limits/window-counts.ts'
import { startSystemUpdate } from '../runs/start-and-cancel.ts'
import { recentReleases, updatesOf } from '../runs/system-updates.ts'
import { type Admitted, createAccessCheck } from './access-check.ts'
import { addMultipartParser } from './multipart-form.ts'
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
  async function statusOf({ system, facts }: Admitted) {
    const at = now()
    return fromStatus(updatesOf(system, facts, await recentReleases(db, at), at).status)
  }
  enforceAllowedOrigins(api.app, config, [getHasUpdate.path, startUpdate.path])
  addMultipartParser(api.app)

  mount(api, getHasUpdate, async ({ caller, query }) => {
    paceAsking(caller.session)
    return statusOf(await admit(caller, query.sn))
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
    const { updates } = await statusOf(await admit(caller, form.sn))
    return { updates }
  })
}
