import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../platform/db/database.ts'
import type { Api, Caller } from '../platform/http/mount.ts'
import { logSecurity } from '../platform/http/security.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import { systemStore } from './store.ts'

const named = z.object({ sn: serialNumber })

/** Whether a request names a system that is somebody else's. */
async function isForeign(db: Db, { query, body }: FastifyRequest, { owner }: Caller): Promise<boolean> {
  const asked = [query, body].map((part) => named.safeParse(part)).find(({ success }) => success)
  const system = asked?.data && (await systemStore(db).find(asked.data.sn))
  return typeof system?.owner === 'string' && system.owner !== owner
}

/**
 * Notes who was refused another's system, or any with a session that has ended. It looks after the answer, which so
 * takes as long as the one for a system that is nobody's. To be asked in place of `authenticate`.
 */
export function watchForeignAccess(
  app: FastifyInstance,
  db: Db,
  authenticate: Api['authenticate'],
): Api['authenticate'] {
  // Where the connection is gone by then, it has no address any more.
  const seen = new WeakMap<FastifyRequest, Caller & Pick<FastifyRequest, 'log' | 'ip' | 'server'>>()

  app.addHook('onResponse', async (request, { statusCode }) => {
    const caller = seen.get(request)
    if (!caller || (statusCode !== 401 && statusCode !== 404)) return
    const refused = { event: 'access', outcome: 'refused' } as const
    // Whose session it was is not written down: they may have deleted their account since.
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
