import type { Readable } from 'node:stream'
import { exportData } from '@kellersonne/contract/identity/accounts'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { accountStore } from '../../identity/accounts/store.ts'
import { identityStore } from '../../identity/provider/store.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { openFairQueue } from '../../platform/http/fair-queue.ts'
import { type Api, type Caller, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { claimStore } from '../../systems/claim-store.ts'
import { systemStore } from '../../systems/store.ts'
import { archive } from './archive.ts'
import { entriesOf, type Subject } from './entries.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly secret: Buffer
  /** Calls back when a session has ended; returns a function that unsubscribes. */
  readonly onEnded: (session: string, onEnd: () => void) => () => void
}

type Call = { readonly caller: Caller; readonly request: FastifyRequest; readonly reply: FastifyReply }

/** A few may wait, as long as a connection may be idle, so that four slow downloads do not lock out the others. */
const TURNS = { atOnce: 4, each: 1, all: 16, retryAfter: 30, untilSent: true }

/** Mounts the download of all of an owner's data. It is aborted when their session ends. */
export function exportRoutes(api: Api, { db, now, log, secret, onEnded }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))

  async function subject(owner: string, at: Date): Promise<Subject> {
    const [record, identities, claims, sessions, ownerships] = await Promise.all([
      accountStore(db).record(owner),
      identityStore(db).of(owner),
      claimStore(db).waitingOf(owner, at),
      sessionStore(db).ofOwner(owner),
      systemStore(db).everOwnedBy(owner),
    ])
    if (!record) throw new ApiError('session_required')
    return { record, identities, claims, sessions, ownerships }
  }

  async function begin({ caller: { owner, session }, request, reply }: Call): Promise<Readable> {
    const event = { event: 'export', owner, session } as const
    const at = now()
    await counted.begin([{ limit: 'export', who: owner }], at).catch(logRefusal(request, event))
    const entries = entriesOf(db, await subject(owner, at), at)
    const body = archive(entries, { now: at, onFault: logUnlessUnavailable(log) })
    logSecurity(request, { ...event, outcome: 'succeeded' })
    const name = `kellersonne-${at.toISOString().slice(0, 10)}.zip`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return body
  }

  const inTurn = openFairQueue(TURNS).inTurn(begin)
  mount(api, exportData, (call) => {
    const { raw } = call.reply
    // Also while it is waiting: there must be no turn after the session has ended.
    const stop = onEnded(call.caller.session, () => void raw.destroy())
    if (raw.closed) stop()
    else raw.once('close', stop)
    return inTurn(call)
  })
}
