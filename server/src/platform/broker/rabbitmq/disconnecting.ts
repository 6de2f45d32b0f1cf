import { setTimeout as sleep } from 'node:timers/promises'
import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** RabbitMQ may list a connection this late. */
const UNLISTED_MS = 10_000

type Deps = {
  /** Closes the connections that RabbitMQ lists. */
  readonly disconnect: (sn: SerialNumber) => Promise<void>
  readonly onFault: (error: unknown) => void
  readonly closing: AbortSignal
}

/**
 * Returns what closes all connections of a unit, and once more when those are listed that were let in just before: one of them may
 * have been opened with a secret that is no longer good. A unit that has come back meanwhile connects again. Rejects if RabbitMQ
 * cannot be reached.
 */
export function createDisconnecting({ disconnect, onFault, closing }: Deps) {
  async function disconnectAgain(sn: SerialNumber) {
    await sleep(UNLISTED_MS, undefined, { signal: closing, ref: false }).catch(() => undefined)
    if (!closing.aborted) await disconnect(sn).catch(onFault)
  }
  return async (sn: SerialNumber): Promise<void> => {
    await disconnect(sn)
    void disconnectAgain(sn)
  }
}
