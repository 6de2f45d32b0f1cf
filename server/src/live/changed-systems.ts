import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { watchLive } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '../identity/accounts/store.ts'
import { DatabaseUnavailableError, type Db, isTooSlow } from '../platform/db/database.ts'
import { type Prepared, prepare } from '../platform/http/mount.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { type Batch, createOwnerTurns, keyOf } from './owner-turns.ts'
import { liveStore } from './store.ts'
import { toWire } from './wire.ts'

const RETRY_MS = 500
/** How many batches are read at once: one that takes long does not keep all others waiting. */
const READERS = 2

type Listener = {
  readonly owner: string
  readonly lang: Language
  readonly systems: ReadonlyMap<number, OwnedSystem>
  readonly deliver: (changed: Prepared) => void
}

/** Reads changed systems in batches and delivers each to its listeners; no owner waits for the systems of another for long. */
export function createChangedSystemsReader(db: Db, now: () => Date, log: FastifyBaseLogger) {
  const listeners = new Map<string, Set<Listener>>()
  const turns = createOwnerTurns(() => performance.now())
  let readers = 0

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

  async function read(batch: Batch) {
    const systems = [...batch.values()].flat().filter((system) => listeners.has(keyOf(system)))
    const at = now()
    try {
      fanOut(systems, await liveStore(db).of(systems, at), at)
      turns.done(batch)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError && !isTooSlow(error)) {
        turns.putBack(batch)
        await pause(RETRY_MS, undefined, { ref: false })
        return
      }
      const restMs = turns.failed(batch)
      if (restMs === 0) return
      log.warn({ owner: [...batch.keys()][0], restMs }, 'live data cannot be read, or not in time')
      logUnlessUnavailable(log)(error)
      setTimeout(readSoon, restMs).unref()
    }
  }
  async function readAll() {
    if (readers >= READERS) return
    readers += 1
    try {
      // Later, so that changes that are announced together are read together.
      await turn()
      for (let batch = turns.next(); batch; batch = turns.next()) {
        await read(batch)
        await turn()
      }
    } finally {
      readers -= 1
    }
  }
  const readSoon = () => void readAll().catch(logUnlessUnavailable(log))

  return {
    /** `changed` queues systems to be read and delivered; those the listener does not have are ignored. */
    listen(listener: Listener) {
      const keys = [...listener.systems.values()].map(keyOf)
      for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set<Listener>()).add(listener))
      return {
        changed(ids: readonly number[]) {
          for (const id of ids) {
            const system = listener.systems.get(id)
            if (system) turns.add(listener.owner, system)
          }
          readSoon()
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
