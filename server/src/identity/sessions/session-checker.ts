import { hasExpired } from '@kellersonne/core/identity/sessions'
import type { FastifyBaseLogger } from 'fastify'
import QuickLRU from 'quick-lru'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { SESSION_ENDED, type Session, sessionStore } from './store.ts'

const TRUSTED_MS = 1000
const REMEMBERED = 10_000

/**
 * Checks whether sessions are active. A session ended by any process is known within a second; a notification usually
 * makes it immediate.
 */
export function createSessionChecker(db: Db, now: () => Date, log: FastifyBaseLogger) {
  const store = sessionStore(db)
  const seenAlive = new QuickLRU<string, number>({ maxSize: REMEMBERED })
  /** Ended sessions, which never come back. */
  const gone = new QuickLRU<string, true>({ maxSize: REMEMBERED })
  const looking = new Map<string, Promise<boolean>>()
  const watchers = new Map<string, Set<() => void>>()
  const lives = (session: Session | undefined) => session !== undefined && !hasExpired(session, now())

  function ended(id: string) {
    seenAlive.delete(id)
    for (const onEnd of watchers.get(id) ?? []) onEnd()
  }
  async function sweep() {
    const watched = [...watchers.keys()]
    if (watched.length === 0) return
    const alive = new Set((await store.findAll(watched)).filter(lives).map(({ id }) => id))
    for (const id of watched) if (!alive.has(id)) ended(id)
  }
  const timer = setInterval(() => void sweep().catch(logUnlessUnavailable(log)), TRUSTED_MS).unref()
  const unlisten = db.listen(SESSION_ENDED, ended, () => seenAlive.clear())

  async function find(id: string): Promise<Session | undefined> {
    if (gone.has(id)) return undefined
    const session = await store.find(id)
    if (!session) gone.set(id, true)
    return session
  }
  async function look(id: string): Promise<boolean> {
    const at = now().getTime()
    const alive = lives(await find(id))
    if (alive) seenAlive.set(id, at)
    return alive
  }

  return {
    /** Resolves to the session as it is now; one that is known to have ended costs no query. */
    find,

    /** All that ask about one session at the same time cost one query. */
    alive(id: string): Promise<boolean> {
      const seen = seenAlive.get(id)
      if (seen !== undefined && now().getTime() - seen < TRUSTED_MS) return Promise.resolve(true)
      const asked = looking.get(id) ?? look(id).finally(() => looking.delete(id))
      looking.set(id, asked)
      return asked
    },

    /** Calls `onEnd` within a second after the session has ended. Returns a function that unsubscribes. */
    onEnded(id: string, onEnd: () => void): () => void {
      const of = watchers.get(id) ?? new Set()
      watchers.set(id, of.add(onEnd))
      return () => {
        of.delete(onEnd)
        if (of.size === 0 && watchers.get(id) === of) watchers.delete(id)
      }
    },

    close() {
      clearInterval(timer)
      unlisten()
    },
  }
}
export type SessionChecker = ReturnType<typeof createSessionChecker>
