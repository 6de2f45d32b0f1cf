import type { Db } from '../platform/db/database.ts'
import { SYSTEM_CHANGED } from '../telemetry/readings/system-changed.ts'

type Watcher = { readonly systems: ReadonlySet<number>; readonly onChange: (changed: number[]) => void }

export type ChangeNotifier = {
  /** Calls `onChange` with the changed ones of these systems, until the returned function is called. */
  watch(systems: ReadonlySet<number>, onChange: (changed: number[]) => void): () => void
  close(): void
}

/** Notifies watchers of changed systems, whichever process stored the change. */
export function createChangeNotifier(db: Pick<Db, 'listen'>): ChangeNotifier {
  const watchers = new Set<Watcher>()
  const bySystem = new Map<number, Set<Watcher>>()

  function notice(payload: string) {
    const changedByWatcher = new Map<Watcher, number[]>()
    for (const system of payload.split(',').map(Number))
      for (const watcher of bySystem.get(system) ?? [])
        changedByWatcher.set(watcher, [...(changedByWatcher.get(watcher) ?? []), system])
    for (const [watcher, changed] of changedByWatcher) watcher.onChange(changed)
  }
  /** Notifications may have been missed: assumes that everything has changed. */
  function lapse() {
    for (const { systems, onChange } of [...watchers]) onChange([...systems])
  }
  const stopListening = db.listen(SYSTEM_CHANGED, notice, lapse)

  return {
    watch(systems, onChange) {
      const watcher = { systems, onChange }
      watchers.add(watcher)
      for (const system of systems) {
        const those = bySystem.get(system) ?? new Set()
        bySystem.set(system, those.add(watcher))
      }
      return () => {
        watchers.delete(watcher)
        for (const system of systems) {
          const those = bySystem.get(system)
          if (those?.delete(watcher) && those.size === 0) bySystem.delete(system)
        }
      }
    },
    close() {
      stopListening()
      watchers.clear()
      bySystem.clear()
    },
  }
}
