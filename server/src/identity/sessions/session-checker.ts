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

  return {
    async alive(id: string): Promise<boolean> {
      const at = now().getTime()
      const seen = seenAlive.get(id)
      if (seen !== undefined && at - seen < TRUSTED_MS) return true
      const alive = lives(await store.find(id))
      if (alive) seenAlive.set(id, at)
      return alive
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
