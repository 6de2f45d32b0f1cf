import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { watchLive } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '../identity/accounts/store.ts'
import { DatabaseUnavailableError, type Db } from '../platform/db/database.ts'
import { type Prepared, prepare } from '../platform/http/mount.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { liveStore } from './store.ts'
import { toWire } from './wire.ts'

const RETRY_MS = 500

type Listener = {
  readonly owner: string
  readonly lang: Language
  readonly systems: ReadonlyMap<number, OwnedSystem>
  readonly deliver: (changed: Prepared) => void
}

/** Includes `since`: two consecutive owners of a system see different data. Likewise before and after a new name. */
const keyOf = ({ id, since, name }: OwnedSystem) => `${id} ${since.getTime()} ${name}`

/** Takes each system at most once, since the data read for it is filtered for one owner. */
function takeEachOnce(pending: Map<string, OwnedSystem>): OwnedSystem[] {
  const batch = new Map<number, OwnedSystem>()
  for (const [key, system] of pending) {
    if (batch.has(system.id)) continue
    batch.set(system.id, system)
    pending.delete(key)
  }
  return [...batch.values()]
}

/** Reads changed systems in batches and delivers each to its listeners. */
export function createChangedSystemsReader(db: Db, now: () => Date, log: FastifyBaseLogger) {
  const listeners = new Map<string, Set<Listener>>()
  const pending = new Map<string, OwnedSystem>()
  let busy = false

  function fanOut(batch: readonly OwnedSystem[], live: readonly LiveSystem[], at: Date) {
    const news = new Map<Listener, LiveSystem[]>()
    for (const [i, owned] of batch.entries()) {
      const system = live[i]
      const those = listeners.get(keyOf(owned)) ?? []
      if (system) for (const one of those) news.set(one, [...(news.get(one) ?? []), system])
    }
    // All windows of an owner listen to the same systems.
    const written = new Map<string, Prepared>()
    for (const [{ owner, lang, deliver }, systems] of news) {
      const answer = written.get(owner) ?? prepare(watchLive, toWire(systems, at, lang))
      written.set(owner, answer)
      deliver(answer)
    }
  }

  async function readNext() {
    await turn()
    const batch = takeEachOnce(pending).filter((system) => listeners.has(keyOf(system)))
    const at = now()
    try {
      fanOut(batch, await liveStore(db).of(batch, at), at)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      for (const system of batch) pending.set(keyOf(system), system)
      await pause(RETRY_MS, undefined, { ref: false })
    }
  }
  async function readAll() {
    if (busy) return
    busy = true
    try {
      while (pending.size > 0) await readNext()
    } finally {
      busy = false
    }
  }

  return {
    /** `changed` queues systems to be read and delivered; those the listener does not have are ignored. */
    listen(listener: Listener) {
      const keys = [...listener.systems.values()].map(keyOf)
      for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set<Listener>()).add(listener))
      return {
        changed(ids: readonly number[]) {
          for (const id of ids) {
            const system = listener.systems.get(id)
            if (system) pending.set(keyOf(system), system)
          }
          void readAll().catch(logUnlessUnavailable(log))
        },
        cancel() {
          for (const key of keys) {
            const left = listeners.get(key)
            left?.delete(listener)
            if (left?.size === 0) listeners.delete(key)
          }
        },
      }
    },
  }
}
