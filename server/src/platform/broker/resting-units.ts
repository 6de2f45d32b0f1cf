import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** A unit that owes more is disconnected; whoever sends a backlog too fast may owe less. */
const TOLERATED_MS = 5000
/** While more of a unit's messages arrive, it is disconnected again after this time. */
const AGAIN_MS = 1000

type Deps = {
  /** Closes all connections of a unit. */
  readonly disconnect: (sn: SerialNumber) => Promise<void>
  /** Announces to all processes, this one too, for how many ms a unit must rest. */
  readonly announce: (sn: SerialNumber, ms: number) => Promise<unknown>
  readonly now: () => Date
  readonly onFault: (error: unknown) => void
  readonly closing: AbortSignal
}

/**
 * Makes units over their budget rest where they cannot be left unread: they are disconnected, and not let in until
 * they owe nothing.
 */
export function openRestingUnits({ disconnect, announce, now, onFault, closing }: Deps) {
  const endOf = new Map<SerialNumber, number>()
  const received = new Set<SerialNumber>()
  const enforcing = new Set<SerialNumber>()
  const left = (sn: SerialNumber) => Math.max(0, (endOf.get(sn) ?? 0) - now().getTime())

  function rest(sn: SerialNumber, ms: number) {
    const at = now().getTime()
    if (!endOf.has(sn)) for (const [unit, end] of endOf) if (end <= at) endOf.delete(unit)
    endOf.set(sn, Math.max(endOf.get(sn) ?? 0, at + ms))
  }
  async function enforce(sn: SerialNumber) {
    if (!received.delete(sn) || left(sn) === 0 || closing.aborted) {
      enforcing.delete(sn)
      return
    }
    try {
      // First: whichever process is asked must not let it in again.
      await announce(sn, left(sn))
      await disconnect(sn)
    } catch (error) {
      onFault(error)
      received.add(sn)
    }
    setTimeout(enforce, AGAIN_MS, sn).unref()
  }
  return {
    /** Must be called after each message of a unit, with the ms for which nothing should be read from it. */
    note(sn: SerialNumber, ms: number): void {
      if (ms <= TOLERATED_MS) return
      rest(sn, ms)
      received.add(sn)
      if (enforcing.has(sn)) return
      enforcing.add(sn)
      void enforce(sn)
    },
    /** Must be called with what any process announces. */
    rest,
    /** True if a unit must not be let in yet. */
    isResting: (sn: SerialNumber): boolean => left(sn) > 0,
  }
}
