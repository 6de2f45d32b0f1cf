import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import QuickLRU from 'quick-lru'
import type { Db } from '../../platform/db/database.ts'
import type { Credentials } from '../../platform/rate-limits/secret-throttle.ts'
import { SECRET_GIVEN } from '../../systems/store.ts'

const TRUSTED_MS = 5 * 60_000
const REMEMBERED = 100_000
const KEY_BYTES = 32

type Known = { readonly system: number; readonly mac: Buffer; readonly checkedAt: number }

/**
 * Remembers for five minutes whose secret was right, by a keyed hash, so that a unit's calls cost no look-up each. A
 * new secret ends that in every process at once; while notifications may be missed, nobody counts as known.
 */
export function openKnownUnits(db: Pick<Db, 'listen' | 'listening'>, now: () => Date) {
  const key = randomBytes(KEY_BYTES)
  const macOf = (secret: string) => createHmac('sha256', key).update(secret).digest()
  const units = new QuickLRU<string, Known>({ maxSize: REMEMBERED })
  /** How many times a secret has, or may have, changed. */
  let changes = 0
  const close = db.listen(
    SECRET_GIVEN,
    (sn) => {
      changes += 1
      units.delete(sn)
    },
    () => {
      changes += 1
      units.clear()
    },
  )

  return {
    /** Returns the id of the unit if this secret of it was right lately, else null. */
    find(sn: string, secret: string): number | null {
      const known = units.get(sn)
      if (!known || !db.listening()) return null
      const age = now().getTime() - known.checkedAt
      return age >= 0 && age < TRUSTED_MS && timingSafeEqual(known.mac, macOf(secret)) ? known.system : null
    },

    /** Resolves as `authenticate` does, and remembers units whose secret is right and has not changed meanwhile. */
    async learn(
      attempts: readonly Credentials[],
      authenticate: (attempts: readonly Credentials[]) => Promise<(number | null)[]>,
    ): Promise<(number | null)[]> {
      const before = changes
      const checkedAt = now().getTime()
      const found = await authenticate(attempts)
      for (const [i, { sn, secret }] of attempts.entries()) {
        const system = found[i] ?? null
        if (system !== null && changes === before) units.set(sn, { system, mac: macOf(secret), checkedAt })
      }
      return found
    },

    close,
  }
}
