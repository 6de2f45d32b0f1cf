import type { Duplex } from 'node:stream'

/** Contains errors caused by a connection's data: that connection is closed, and no other is affected. */
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
    /** Runs the processing of a packet. */
    attempt,
    /** Wraps all event handlers of a connection; call it before any are added. */
    contain(conn: Duplex) {
      const emit = conn.emit.bind(conn)
      conn.emit = (...event: Parameters<typeof emit>) => {
        let handled = false
        attempt(conn, () => {
          handled = emit(...event)
        })
        return handled
      }
    },
  }
}
export type Containment = ReturnType<typeof containment>
