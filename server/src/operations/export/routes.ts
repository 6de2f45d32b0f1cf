import type { Readable } from 'node:stream'
import { exportData } from '@kellersonne/contract/identity/accounts'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { accountStore } from '../../identity/accounts/store.ts'
import { identityStore } from '../../identity/provider/store.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, type Caller, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { claimStore } from '../../systems/claim-store.ts'
import { handoverStore } from '../../systems/handover-store.ts'
import { systemStore } from '../../systems/store.ts'
import { archive, type Entry } from './archive.ts'
import { entriesOf, type Subject } from './entries.ts'
import { inTurns } from './in-turns.ts'
import { openExports } from './open-exports.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly secret: Buffer
  /** Calls back when a session has ended; returns a function that unsubscribes. */
  readonly onEnded: (session: string, onEnd: () => void) => () => void
}

type Call = { readonly caller: Caller; readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Of pages that are read from the database. As many may wait as there may be exports. */
const TURNS = { atOnce: 4, each: 2, all: 200, retryAfter: 30, untilMade: true }

/** Mounts the download of all of an owner's data. It is aborted when their session ends. */
export function exportRoutes(api: Api, { db, now, log, secret, onEnded }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const exports = openExports()
  const { run } = openFairQueue(TURNS)

  async function subject(owner: string, at: Date): Promise<Subject> {
    const [record, identities, claims, handovers, sessions, ownerships] = await Promise.all([
      accountStore(db).record(owner),
      identityStore(db).of(owner),
      claimStore(db).waitingOf(owner, at),
      handoverStore(db).of(owner),
      sessionStore(db).ofOwner(owner),
      systemStore(db).everOwnedBy(owner),
    ])
    if (!record) throw new ApiError('session_required')
    return { owner, record, identities, claims, handovers, sessions, ownerships }
  }

  /** Reads an entry in turns, and calls `note` with how much was read. */
  const inTurn = (call: Call, note: (bytes: number) => void) => (entry: Entry) => ({
    path: entry.path,
    async *content() {
      for await (const part of inTurns(entry.content(), (step) => run(call, step))) {
        note(part.length)
        yield part
      }
    },
  })

  async function begin(call: Call): Promise<Readable> {
    const { caller, request, reply } = call
    const { owner, session } = caller
    const event = { event: 'export', owner, session } as const
    const at = now()
    await counted.begin([{ limit: 'export', who: owner }], at).catch(logRefusal(request, event))
    const note = exports.begin(owner, reply.raw)
    const entries = entriesOf(db, await subject(owner, at), at).map(inTurn(call, note))
    const logFault = logUnlessUnavailable(log)
    const body = archive(entries, {
      now: at,
      onFault: (error) => {
        if (!reply.raw.closed) logFault(error)
      },
    })
    logSecurity(request, { ...event, outcome: 'succeeded' })
    const name = `kellersonne-${at.toISOString().slice(0, 10)}.zip`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return body
  }

  mount(api, exportData, (call) => {
    const { raw } = call.reply
    const stop = onEnded(call.caller.session, () => void raw.destroy())
    if (raw.closed) stop()
    else raw.once('close', stop)
    return begin(call)
  })
}
