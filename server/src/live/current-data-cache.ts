import { getCurrentData } from '@kellersonne/contract/live/live'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { Db } from '../platform/db/database.ts'
import { type Prepared, prepare } from '../platform/http/mount.ts'
import { systemAccess } from '../systems/access.ts'
import { OWNERSHIP, type OwnedSystem } from '../systems/store.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import { describeSystems } from './wire.ts'

/** The tolerated lag of the server time and the ages in a response. */
const MAX_AGE_MS = 2000
const SWEEP_MS = 30_000

type Held = { readonly answer: Promise<Prepared>; until: number; readonly drop: () => void }
type Deps = { readonly db: Db; readonly notifier: ChangeNotifier; readonly now: () => Date }

/** Returns when the next local day begins at any of the systems, and today's energies start at zero. */
const nextDay = (systems: readonly OwnedSystem[], at: Date) =>
  Math.min(...systems.map(({ time_zone }) => startOfDay(dayAfter(dayOf(at, time_zone)), time_zone).getTime()))

/** Caches each owner's current data as a serialized response until one of their systems changes. */
export function createCurrentDataCache({ db, notifier, now }: Deps) {
  const held = new Map<string, Held>()

  function hold(owner: string): Held {
    const unwatch: (() => void)[] = []
    const entry: Held = {
      answer: load(),
      until: Number.POSITIVE_INFINITY,
      drop() {
        if (held.get(owner) === entry) held.delete(owner)
        for (const stop of unwatch.splice(0)) stop()
      },
    }
    async function load() {
      const systems = await systemAccess(db).all({ owner }, 'see')
      // Watch before reading: a change in between must invalidate the entry.
      unwatch.push(notifier.watch(new Set(systems.map(({ id }) => id)), () => entry.drop()))
      const at = now()
      const answer = prepare(getCurrentData, await describeSystems(db, owner, systems, at))
      entry.until = Math.min(at.getTime() + MAX_AGE_MS, nextDay(systems, at))
      if (held.get(owner) !== entry) entry.drop()
      return answer
    }
    entry.answer.catch(() => entry.drop())
    return entry
  }

  const dropAll = () => {
    for (const entry of held.values()) entry.drop()
  }
  const stopListening = db.listen(OWNERSHIP, (owner) => held.get(owner)?.drop(), dropAll)
  const sweep = setInterval(() => {
    const at = now().getTime()
    for (const entry of held.values()) if (entry.until <= at) entry.drop()
  }, SWEEP_MS).unref()

  return {
    /** Resolves to the response of `GET /api/auth/data/`, at most MAX_AGE_MS old and never older than a change. */
    of(owner: string): Promise<Prepared> {
      const known = held.get(owner)
      if (known && known.until > now().getTime() && db.listening()) return known.answer
      known?.drop()
      const entry = hold(owner)
      held.set(owner, entry)
      return entry.answer
    },
    close() {
      clearInterval(sweep)
      stopListening()
      dropAll()
    },
  }
}
export type CurrentDataCache = ReturnType<typeof createCurrentDataCache>
