import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { watchLive } from '@kellersonne/contract/live'
import type { LiveSystem } from '@kellersonne/core/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '../accounts/store.ts'
import { DatabaseAway, type Db } from '../db/database.ts'
import { logUnlessAway } from '../http/faults.ts'
import { type Prepared, prepare } from '../http/mount.ts'
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

/** Reads changed systems, all that changed meanwhile in one go, and tells each to those who listen to it. */
export function changes(db: Db, now: () => Date, log: FastifyBaseLogger) {
  const listeners = new Map<number, Set<Listener>>()
  const pending = new Map<number, OwnedSystem>()
  let busy = false

  function fanOut(batch: readonly OwnedSystem[], live: readonly LiveSystem[], at: Date) {
    const news = new Map<Listener, LiveSystem[]>()
    for (const [i, { id }] of batch.entries()) {
      const system = live[i]
      if (system) for (const one of listeners.get(id) ?? []) news.set(one, [...(news.get(one) ?? []), system])
    }
    // All of an owner's windows listen to the same systems.
    const written = new Map<string, Prepared>()
    for (const [{ owner, lang, deliver }, systems] of news) {
      const answer = written.get(owner) ?? prepare(watchLive, toWire(systems, at, lang))
      written.set(owner, answer)
      deliver(answer)
    }
  }

  async function readNext() {
    await turn()
    const batch = [...pending.values()].filter(({ id }) => listeners.has(id))
    pending.clear()
    const at = now()
    try {
      fanOut(batch, await liveStore(db).of(batch, at), at)
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      for (const system of batch) pending.set(system.id, system)
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
    /** `changed` names systems to be told; those that `listener` does not have are ignored. */
    listen(listener: Listener) {
      for (const id of listener.systems.keys()) {
        listeners.set(id, (listeners.get(id) ?? new Set<Listener>()).add(listener))
      }
      return {
        changed(ids: readonly number[]) {
          for (const id of ids) {
            const system = listener.systems.get(id)
            if (system) pending.set(id, system)
          }
          void readAll().catch(logUnlessAway(log))
        },
        cancel() {
          for (const id of listener.systems.keys()) {
            const left = listeners.get(id)
            left?.delete(listener)
            if (left?.size === 0) listeners.delete(id)
          }
        },
      }
    },
  }
}
export type Changes = ReturnType<typeof changes>
