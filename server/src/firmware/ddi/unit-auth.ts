import { PassThrough } from 'node:stream'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { isSerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import type { Reply } from '../../platform/http/turns/fair-queue.ts'
import type { StrangerQueue } from '../../platform/http/turns/turns.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import {
  type Credentials,
  DroppedAttempt,
  openSecretThrottle,
} from '../../platform/rate-limits/secret-throttle.ts'
import { limitPerMinute } from '../../platform/rate-limits/window-counts.ts'
import { authenticateUnits } from '../../systems/unit-secrets.ts'
import { openKnownUnits } from './known-units.ts'

const TOKEN = /^TargetToken (.{1,200})$/i
const READS_A_MINUTE = 300
const WRITES_A_MINUTE = 120

/** A unit authenticated by its secret. */
export type AuthenticatedUnit = { readonly system: number; readonly sn: SerialNumber }

type Attempt = Credentials & { readonly reply: Reply }

/** Returns the reply whose end ends the turn of these attempts: several outlive each other's connections. */
const replyOf = ([first, second]: readonly Attempt[]): Reply =>
  first && !second ? first.reply : { raw: new PassThrough() }

type Deps = { readonly db: Db; readonly strangers: StrangerQueue; readonly now: () => Date }

/**
 * Authenticates units by their secrets, which are looked up in the turns of callers without a session, unless they are
 * known. `identify` throws `ApiError` session_required, too_many_attempts and unavailable.
 */
export function createUnitAuth({ db, strangers, now }: Deps) {
  const known = openKnownUnits(db, now)
  /** The throttle comes first: whoever waits there must not keep a turn. */
  const attempt = openSecretThrottle<Attempt>({
    look: (attempts, ip) =>
      strangers.run({ request: { ip }, reply: replyOf(attempts) }, () =>
        known.learn(attempts, authenticateUnits(db)),
      ),
    now,
  })
  const [limitReads, limitWrites] = [
    limitPerMinute(READS_A_MINUTE, now),
    limitPerMinute(WRITES_A_MINUTE, now),
  ]

  const look = (request: FastifyRequest, one: Attempt) =>
    attempt(networkOf(request.ip), one).catch((error: unknown) => {
      throw error instanceof DroppedAttempt ? new ApiError('too_many_attempts', { retryAfter: 1 }) : error
    })

  async function identify(
    request: FastifyRequest<{ Params: { sn: string } }>,
    reply: Reply,
  ): Promise<AuthenticatedUnit> {
    const { sn } = request.params
    const secret = TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!isSerialNumber(sn) || secret === undefined) throw new ApiError('session_required')
    const system = known.find(sn, secret) ?? (await look(request, { sn, secret, reply }))
    if (system === null) {
      logSecurity(request, { event: 'unit_sign_in', outcome: 'refused', owner: null, session: null })
      throw new ApiError('session_required')
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    ;(reads ? limitReads : limitWrites)(sn)
    return { system, sn }
  }
  return { identify, close: known.close }
}
