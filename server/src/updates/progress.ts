import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { logUnlessAway } from '../http/faults.ts'
import { gather } from './gather.ts'
import { happen } from './happening.ts'
import { updateStore } from './store.ts'

const FLUSH_MS = 1000

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Called with an action that is over though its image is still being read. */
  readonly onOver: (action: number) => void
}

/** How far units have read, noted for all of them together once a second. */
export function openProgress({ db, now, log, onOver }: Deps) {
  const positions = new Map<number, number>()
  const unsaved = new Set<number>()

  const save = gather(async (ids: readonly number[]) => {
    const at = now()
    const each = [...new Set(ids)].toSorted((a, b) => a - b)
    const happenings = each.map((id) => ({
      id,
      event: { kind: 'served', at, bytes: positions.get(id) ?? 0 } as const,
    }))
    const accepted = await db.transaction(async (sql) =>
      happen(sql, await updateStore(sql).holdAll(each), happenings),
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
      if (positions.has(id)) unsaved.add(id)
      throw error
    }
  }
  const logged = logUnlessAway(log)
  const timer = setInterval(() => {
    for (const id of unsaved) void saveOne(id).catch(logged)
  }, FLUSH_MS)

  return {
    /** To be saved soon. */
    note(id: number, bytes: number) {
      positions.set(id, bytes)
      unsaved.add(id)
    },
    /** Saved when this resolves; whether the action goes on. */
    save(id: number, bytes: number): Promise<boolean> {
      positions.set(id, bytes)
      return saveOne(id)
    },
    /** Nobody reads for an action any more; how far it was is still saved. */
    async end(id: number): Promise<void> {
      const position = positions.get(id)
      if (unsaved.has(id)) await saveOne(id).catch(logged)
      if (positions.get(id) === position && !unsaved.has(id)) positions.delete(id)
    },
    close: () => clearInterval(timer),
  }
}
