import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../platform/db/database.ts'
import type { Api, Caller } from '../platform/http/mount.ts'
import { logSecurity } from '../platform/http/security.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import { systemStore } from './store.ts'

const named = z.object({ sn: serialNumber })

/** True if a request names another owner's system. */
async function isForeign(db: Db, { query, body }: FastifyRequest, { owner }: Caller): Promise<boolean> {
  const asked = [query, body].map((part) => named.safeParse(part)).find(({ success }) => success)
  const system = asked?.data && (await systemStore(db).find(asked.data.sn))
  return typeof system?.owner === 'string' && system.owner !== owner
}

/**
 * Logs refused access to another owner's system, or to any system with an ended session. Checks only after the
 * response, so that it takes as long as for a system without an owner. Use in place of `authenticate`.
 */
export function watchForeignAccess(
  app: FastifyInstance,
  db: Db,
  authenticate: Api['authenticate'],
): Api['authenticate'] {
  // Kept because the request loses its address once the connection is closed.
  const seen = new WeakMap<FastifyRequest, Caller & Pick<FastifyRequest, 'log' | 'ip' | 'server'>>()

  app.addHook('onResponse', async (request, { statusCode }) => {
    const caller = seen.get(request)
    if (!caller || (statusCode !== 401 && statusCode !== 404)) return
    const refused = { event: 'access', outcome: 'refused' } as const
    // The owner of the session is not logged: they may have deleted their account since.
    if (statusCode === 401) return logSecurity(caller, { ...refused, owner: null, session: null })
    const { owner, session, log } = caller
    try {
      if (await isForeign(db, request, caller)) logSecurity(caller, { ...refused, owner, session })
    } catch (error) {
      logUnlessUnavailable(log)(error)
    }
  })

  return async (request) => {
    const caller = await authenticate(request)
    const { log, ip, server } = request
    seen.set(request, { ...caller, log, ip, server })
    return caller
  }
}
