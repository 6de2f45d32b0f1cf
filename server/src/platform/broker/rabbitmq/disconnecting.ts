import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** RabbitMQ may list a connection this late. */
const UNLISTED_MS = 10_000

type Deps = {
  /** Closes the connections that RabbitMQ lists. */
  readonly disconnect: (sn: SerialNumber) => Promise<void>
  /** Lets a unit in, whatever it owes. */
  readonly forgive: (sn: SerialNumber) => void
  readonly onFault: (error: unknown) => void
  readonly closing: AbortSignal
}

/**
 * Returns what closes all connections of a unit and forgives what it owes, and once more when those are listed that were let in just
 * before: one of them may have been opened with a secret that is no longer good, and another process may announce only then what
 * is owed through it. A unit that has come back meanwhile connects again. Rejects if RabbitMQ cannot be reached.
 */
export function createDisconnecting({ disconnect, forgive, onFault, closing }: Deps) {
  async function admitAnew(sn: SerialNumber) {
    await disconnect(sn)
    forgive(sn)
  }
  async function admitAgain(sn: SerialNumber) {
    if (!closing.aborted) await admitAnew(sn).catch(onFault)
  }
  return async (sn: SerialNumber): Promise<void> => {
    await admitAnew(sn)
    setTimeout(admitAgain, UNLISTED_MS, sn).unref()
  }
}
