import { randomUUID } from 'node:crypto'

/** A notice that has not come back by then does not come: behind a pooler that cannot listen, none ever does. */
const PATIENCE_MS = 5000
const EVERY_MS = 60_000

type Deps = {
  readonly listen: (channel: string, onNotice: (payload: string) => void, onLapse: () => void) => () => void
  /** Notifies a channel as other processes do, over a connection that does not listen. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>
}

/**
 * Sends this process a notice when its listening connection is made, and each minute. `received` is true if the last one
 * came back; sooner than it is late, the one before counts.
 */
export function openEcho({ listen, notify }: Deps) {
  const channel = `echo_${randomUUID()}`
  let received = false
  let sent = 0
  let patience: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined

  function call() {
    sent += 1
    clearTimeout(patience)
    clearTimeout(next)
    patience = setTimeout(miss, PATIENCE_MS).unref()
    // While the database is away no notice can be sent; its return is a lapse, upon which this is called again.
    notify(channel, String(sent)).catch(() => undefined)
  }
  function miss() {
    received = false
    call()
  }
  function listener(payload: string) {
    if (payload !== String(sent)) return
    received = true
    clearTimeout(patience)
    clearTimeout(next)
    next = setTimeout(call, EVERY_MS).unref()
  }
  const stop = listen(channel, listener, call)
  return {
    received: () => received,
    close() {
      clearTimeout(patience)
      clearTimeout(next)
      stop()
    },
  }
}
