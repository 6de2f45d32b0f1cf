import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** A unit that owes more is disconnected; whoever sends a backlog too fast may owe less. */
const TOLERATED_MS = 5000
/** A unit is disconnected again after this time, as long as its messages arrive and a while longer. */
const AGAIN_MS = 1000
/** RabbitMQ closes only connections that it has listed, and lists a new one late. */
const UNLISTED_MS = 10_000

type Enforcement = {
  /** When the unit's last message arrived, by the monotonic clock, in ms. */
  lastAt: number
  /** False if more of its debt is to be announced. */
  announced: boolean
}
const began = (): Enforcement => ({ lastAt: performance.now(), announced: false })

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
  const enforcing = new Map<SerialNumber, Enforcement>()
  const left = (sn: SerialNumber) => Math.max(0, (endOf.get(sn) ?? 0) - now().getTime())

  function rest(sn: SerialNumber, ms: number) {
    const at = now().getTime()
    if (!endOf.has(sn)) for (const [unit, end] of endOf) if (end <= at) endOf.delete(unit)
    endOf.set(sn, Math.max(endOf.get(sn) ?? 0, at + ms))
  }
  async function enforce(sn: SerialNumber, state: Enforcement) {
    if (performance.now() - state.lastAt >= UNLISTED_MS || left(sn) === 0 || closing.aborted) {
      enforcing.delete(sn)
      return
    }
    try {
      // First: whichever process is asked must not let it in again.
      if (!state.announced) {
        state.announced = true
        await announce(sn, left(sn))
      }
      await disconnect(sn)
    } catch (error) {
      onFault(error)
      Object.assign(state, began())
    }
    setTimeout(enforce, AGAIN_MS, sn, state).unref()
  }
  return {
    /** Must be called after each message of a unit, with the ms for which nothing should be read from it. */
    note(sn: SerialNumber, ms: number): void {
      if (ms <= TOLERATED_MS) return
      rest(sn, ms)
      const running = enforcing.get(sn)
      if (running) {
        Object.assign(running, began())
        return
      }
      const state = began()
      enforcing.set(sn, state)
      void enforce(sn, state)
    },
    /** Must be called with what any process announces. */
    rest,
    /** Lets a unit in that has a new secret. */
    forgive: (sn: SerialNumber): void => void endOf.delete(sn),
    /** True if a unit must not be let in yet. */
    isResting: (sn: SerialNumber): boolean => left(sn) > 0,
  }
}
