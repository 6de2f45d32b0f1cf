import type { Duplex } from 'node:stream'

/** Contains errors caused by a connection's data: that connection is closed, and no other is affected. */
export function containment(onFault: (error: unknown) => void) {
  function end(conn: Duplex, error: unknown) {
    onFault(error)
    conn.destroy()
  }
  function attempt(conn: Duplex, work: () => void) {
    try {
      work()
    } catch (error) {
      end(conn, error)
    }
  }
  return {
    /** Runs the processing of a packet. */
    attempt,
    /** Wraps all event handlers of a connection; call it before any are added. */
    contain(conn: Duplex) {
      const emit = conn.emit.bind(conn)
      conn.emit = (...event: Parameters<typeof emit>) => {
        try {
          return emit(...event)
        } catch (error) {
          end(conn, error)
          return false
        }
      }
    },
  }
}
export type Containment = ReturnType<typeof containment>
