import type { Socket } from 'node:net'
import { DeviceFault } from '../fault.ts'
import { openSocket } from '../socket.ts'

type Server = { readonly scheme: 'ws' | 'wss'; readonly host: string; readonly port: number }

/** Far longer than the answer to a handshake. */
const MAX_BYTES = 64 * 1024
const MAX_MS = 10_000

/**
 * Returns how a websocket connects. `onBreach` is called if the answer to its handshake does not end, as with interim
 * responses, or takes too long; `done` must be called once it has come.
 */
export function openHandshake({ scheme, host, port }: Server, onBreach: (fault: DeviceFault) => void) {
  let read = 0
  let socket: Socket | null = null
  function count(bytes: Buffer) {
    read += bytes.length
    if (read > MAX_BYTES) end(new DeviceFault('flood'))
  }
  const limit = setTimeout(() => end(new DeviceFault('timeout')), MAX_MS).unref()
  function done() {
    clearTimeout(limit)
    socket?.off('data', count)
  }
  function end(fault: DeviceFault) {
    done()
    onBreach(fault)
  }
  return {
    connect(): Socket {
      socket = openSocket({ isSecure: scheme === 'wss', host, port })
      return socket.on('data', count)
    },
    done,
  }
}
