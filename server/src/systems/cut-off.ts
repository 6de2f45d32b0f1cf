import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Logger } from 'pino'
import type { Db } from '../platform/db/database.ts'
import { SECRET_GIVEN, systemStore } from './store.ts'

/** From one try to the next: twice as long each time, up to a minute. */
const RETRY_MS = { first: 1000, longest: 60_000 }

type Deps = {
  readonly db: Db
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Resolves once what the unit has open is closed. */
  readonly disconnect: (sn: SerialNumber) => Promise<void>
}

/**
 * Disconnects units whose secret is no longer good, tried again until it has worked. Those that are locked, or were
 * retired or given another secret lately, also at the beginning and whenever notifications may have been lost: a
 * connection outlives them.
 */
export function openCutOff({ db, log, disconnect }: Deps): { close(): void } {
  const closing = new AbortController()
  const { signal } = closing
  const trying = new Set<SerialNumber>()

  async function cut(sn: SerialNumber) {
    if (trying.has(sn)) return
    trying.add(sn)
    let waits = RETRY_MS.first
    while (!signal.aborted) {
      const fault = await disconnect(sn).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (fault === null) break
      if (waits === RETRY_MS.first)
        log.warn(
          { err: fault.error, sn },
          'a unit may still be connected with a secret that is no longer good',
        )
      await sleep(waits, undefined, { signal }).catch(() => undefined)
      waits = Math.min(2 * waits, RETRY_MS.longest)
    }
    trying.delete(sn)
  }
  async function cutAll() {
    try {
      for (const sn of await systemStore(db).cutOff()) await cut(sn)
    } catch (error) {
      log.error(error)
    }
  }
  const stop = db.listen(
    SECRET_GIVEN,
    (sn) => void cut(serialNumber.parse(sn)),
    () => void cutAll(),
  )
  return {
    close() {
      stop()
      closing.abort()
    },
  }
}
