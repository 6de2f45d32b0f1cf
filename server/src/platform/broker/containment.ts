import type { Duplex } from 'node:stream'

/** Keeps to one connection what breaks on what it has sent: it ends, and nothing else does. */
export function containment(onFault: (error: unknown) => void) {
  function attempt(conn: Duplex, work: () => void) {
    try {
      work()
    } catch (error) {
      onFault(error)
      conn.destroy()
    }
  }
  return {
    /** Does what follows from a packet. */
    attempt,
    /** For all that is done because of what comes in: to be called before anyone listens to the connection. */
    contain(conn: Duplex) {
      const emit = conn.emit.bind(conn)
      conn.emit = (...event: Parameters<typeof emit>) => {
        let heard = false
        attempt(conn, () => {
          heard = emit(...event)
        })
        return heard
      }
    },
  }
}
export type Containment = ReturnType<typeof containment>
