import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** The newest connection of each unit, by RabbitMQ's name for it. A unit has one; RabbitMQ closes any earlier one. */
export function unitConnections(now: () => Date) {
  const gone = new Map<SerialNumber, Date>()
  const units = new Map<string, SerialNumber>()
  const newest = new Map<SerialNumber, string>()

  function forget(name: string): SerialNumber | null {
    const sn = units.get(name)
    if (sn === undefined) return null
    units.delete(name)
    newest.delete(sn)
    return sn
  }
  function opened(name: string, sn: SerialNumber) {
    // An address and port may be used again, by any unit.
    forget(name)
    forget(newest.get(sn) ?? '')
    units.set(name, sn)
    newest.set(sn, name)
    gone.delete(sn)
  }
  function closed(name: string): SerialNumber | null {
    const sn = forget(name)
    if (sn !== null) gone.set(sn, now())
    return sn
  }
  return {
    /** Must be called with each connection that a unit opens. */
    opened,
    /** Must be called with each connection that is closed. Returns its unit if that has no other one; otherwise null. */
    closed,
    /** Returns when a unit that has no connection closed its last one; null if it has one, or nothing is known of it. */
    goneSince: (sn: SerialNumber): Date | null => gone.get(sn) ?? null,
    /** Adds a connection from a list, which may be older than what is known by then. */
    listed(name: string, sn: SerialNumber): void {
      if (!newest.has(sn) && !units.has(name)) opened(name, sn)
    },
    /** Must be called when connections may have been opened or closed unheard. */
    clear(): void {
      units.clear()
      newest.clear()
      gone.clear()
    },
  }
}
