import type { FastifyBaseLogger } from 'fastify'
import QuickLRU from 'quick-lru'
import { createBatcher } from '../../platform/batcher.ts'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { applyEvents } from '../runs/apply-events.ts'
import { updateStore } from '../runs/store.ts'

const FLUSH_MS = 1000
const REMEMBERED = 100_000

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Called with an action that is over although its image is still being downloaded. */
  readonly onOver: (action: number) => void
}

/** The bytes sent in one download: offset of the first, and offset after the last. */
export type SentBytes = { readonly from: number; readonly bytes: number }

/** Tracks how much units have downloaded; saves the progress of all of them together once a second. */
export function openDownloadProgress({ db, now, log, onOver }: Deps) {
  const sent = new QuickLRU<number, SentBytes>({ maxSize: REMEMBERED })
  const unsaved = new Set<number>()

  const save = createBatcher(async (ids: readonly number[]) => {
    const at = now()
    const each = [...new Set(ids)].toSorted((a, b) => a - b)
    const inputs = each.map((id) => ({
      id,
      event: { kind: 'bytesSent', at, ...(sent.get(id) ?? { from: 0, bytes: 0 }) } as const,
    }))
    const accepted = await db.transaction(async (sql) =>
      applyEvents(sql, await updateStore(sql).lockActions(each), inputs),
    )
    return ids.map((id) => accepted.get(id) === true)
  })

  async function saveOne(id: number): Promise<boolean> {
    unsaved.delete(id)
    try {
      const goesOn = await save(id)
      if (!goesOn) onOver(id)
      return goesOn
    } catch (error) {
      unsaved.add(id)
      throw error
    }
  }
  const logged = logUnlessUnavailable(log)
  const timer = setInterval(() => {
    for (const id of unsaved) void saveOne(id).catch(logged)
  }, FLUSH_MS)

  return {
    /** Schedules the progress to be saved. */
    note(id: number, now: SentBytes) {
      sent.set(id, now)
      unsaved.add(id)
    },
    /** Resolves to true once the progress is saved, if the action is still open. */
    save(id: number, now: SentBytes): Promise<boolean> {
      sent.set(id, now)
      return saveOne(id)
    },
    /** Saves the last known progress; resolves to true if there was any. */
    async settle(id: number): Promise<boolean> {
      if (!sent.get(id)) return false
      await saveOne(id)
      return true
    },
    /** Saves unsaved progress at the end of a download. */
    async end(id: number): Promise<void> {
      if (unsaved.has(id)) await saveOne(id).catch(logged)
    },
    close: () => clearInterval(timer),
  }
}
