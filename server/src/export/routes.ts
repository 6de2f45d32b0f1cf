import { exportData } from '@kellersonne/contract/accounts'
import type { FastifyBaseLogger } from 'fastify'
import { accountStore } from '../accounts/store.ts'
import { attempts } from '../attempts/attempts.ts'
import type { Db } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import { logUnlessAway } from '../http/faults.ts'
import { type Api, mount } from '../http/mount.ts'
import { Refusal } from '../http/refusal.ts'
import { logRefusal, logSecurity } from '../http/security.ts'
import { openTurns } from '../http/turns.ts'
import { identityStore } from '../provider/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { claimStore } from '../systems/claim-store.ts'
import { systemStore } from '../systems/store.ts'
import { archive } from './archive.ts'
import { entriesOf, type Subject } from './entries.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly secret: Buffer
  /** Calls back when a session is over; returns what stops that. */
  readonly onEnded: (session: string, onEnd: () => void) => () => void
}

/** Nobody waits for another's download, which may take minutes. */
const TURNS = { atOnce: 4, each: 0, all: 0, retryAfter: 30, untilSent: true }

/** Mounts the download of all of an owner's data. It breaks off when their session ends. */
export function exporting(api: Api, { db, now, log, secret, onEnded }: Deps): void {
  const counted = attempts(db, deriveKey(secret, 'attempt'))

  async function subject(owner: string, at: Date): Promise<Subject> {
    const [record, identities, claims, sessions, ownerships] = await Promise.all([
      accountStore(db).record(owner),
      identityStore(db).of(owner),
      claimStore(db).waitingOf(owner, at),
      sessionStore(db).ofOwner(owner),
      systemStore(db).everOwnedBy(owner),
    ])
    if (!record) throw new Refusal('session_required')
    return { record, identities, claims, sessions, ownerships }
  }

  const { inTurn } = openTurns(TURNS)
  mount(
    api,
    exportData,
    inTurn(async ({ caller: { owner, session }, request, reply }) => {
      const event = { event: 'export', owner, session } as const
      const at = now()
      await counted.begin([{ limit: 'export', who: owner }], at).catch(logRefusal(request, event))
      const entries = entriesOf(db, await subject(owner, at), at)
      const body = archive(entries, { now: at, onFault: logUnlessAway(log) })
      body.once(
        'close',
        onEnded(session, () => void body.destroy()),
      )
      logSecurity(request, { ...event, outcome: 'succeeded' })
      const name = `kellersonne-${at.toISOString().slice(0, 10)}.zip`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return body
    }),
  )
}
