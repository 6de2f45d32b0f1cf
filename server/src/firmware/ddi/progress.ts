import type { FastifyBaseLogger } from 'fastify'
import QuickLRU from 'quick-lru'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { applyEvents } from '../runs/apply-events.ts'
import { gather } from '../runs/gather.ts'
import { updateStore } from '../runs/store.ts'

const FLUSH_MS = 1000
const REMEMBERED = 100_000

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Called with an action that is over though its image is still being read. */
  readonly onOver: (action: number) => void
}

/** What has been handed out in one go: from where on, and up to where. */
export type Handed = { readonly from: number; readonly bytes: number }

/** What units have read, noted for all of them together once a second. */
export function openProgress({ db, now, log, onOver }: Deps) {
  const handed = new QuickLRU<number, Handed>({ maxSize: REMEMBERED })
  const unsaved = new Set<number>()

  const save = gather(async (ids: readonly number[]) => {
    const at = now()
    const each = [...new Set(ids)].toSorted((a, b) => a - b)
    const happenings = each.map((id) => ({
      id,
      event: { kind: 'served', at, ...(handed.get(id) ?? { from: 0, bytes: 0 }) } as const,
    }))
    const accepted = await db.transaction(async (sql) =>
      applyEvents(sql, await updateStore(sql).holdAll(each), happenings),
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
    /** To be saved soon. */
    note(id: number, now: Handed) {
      handed.set(id, now)
      unsaved.add(id)
    },
    /** Saved when this resolves; whether the action goes on. */
    save(id: number, now: Handed): Promise<boolean> {
      handed.set(id, now)
      return saveOne(id)
    },
    /** What was noted last is saved when this resolves; whether there was anything. */
    async settle(id: number): Promise<boolean> {
      if (!handed.get(id)) return false
      await saveOne(id)
      return true
    },
    /** Nobody reads for an action any more; how far it was is still saved. */
    async end(id: number): Promise<void> {
      if (unsaved.has(id)) await saveOne(id).catch(logged)
    },
    close: () => clearInterval(timer),
  }
}
