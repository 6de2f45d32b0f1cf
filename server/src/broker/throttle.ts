import type { Duplex } from 'node:stream'

/**
 * Follows MQTT packets in a stream of bytes without keeping them. The returned function takes the next bytes and says
 * whether every packet so far announces at most `maxBytes`.
 */
export function packetMeter(maxBytes: number): (chunk: Buffer) => boolean {
  let toSkip = 0
  let header = 0
  let length = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      header += 1
      if (header === 1) continue
      length += (byte & 127) * 128 ** (header - 2)
      if (header + length > maxBytes) return false
      if (byte >= 128) continue
      toSkip = length
      header = 0
      length = 0
    }
    return true
  }
}

/** What a message takes in memory beside its payload until it is stored, roughly. */
const MESSAGE_BYTES = 2048

type Limits = {
  /** Messages of one connection, and bytes of all with what they take in memory, that may wait to be stored. */
  readonly messages: number
  readonly bytes: number
  readonly packet: number
}

/**
 * Bounds what is read but not stored yet: over the limits, sockets are left unread and so slow their senders down.
 * Aedes reads on as soon as the socket is readable, however much it has in hand, and buffers packets of any size.
 */
export function throttle(limits: Limits) {
  const waiting = new Map<Duplex, number>()
  const parked = new Set<Duplex>()
  const resting = new Map<Duplex, NodeJS.Timeout>()
  let bytes = 0
  let stopped = false

  const mayRead = (conn: Duplex) =>
    !stopped && !resting.has(conn) && bytes < limits.bytes && (waiting.get(conn) ?? 0) < limits.messages

  function wake() {
    for (const conn of [...parked]) {
      if (!mayRead(conn)) continue
      parked.delete(conn)
      conn.emit('readable')
    }
  }

  function endRest(conn: Duplex) {
    clearTimeout(resting.get(conn))
    resting.delete(conn)
  }

  return {
    /** To be called before anyone reads from the connection. */
    guard(conn: Duplex, onOversized: () => void) {
      const fits = packetMeter(limits.packet)
      const read = conn.read.bind(conn)
      conn.read = (size) => {
        if (!mayRead(conn)) {
          parked.add(conn)
          return null
        }
        const chunk: Buffer | null = read(size)
        if (chunk === null || fits(chunk)) return chunk
        onOversized()
        conn.destroy()
        return null
      }
      conn.once('close', () => {
        parked.delete(conn)
        waiting.delete(conn)
        endRest(conn)
      })
    },
    /** Counts a message until `work` has settled. */
    async count<T>(conn: Duplex, size: number, work: Promise<T>): Promise<T> {
      bytes += size + MESSAGE_BYTES
      waiting.set(conn, (waiting.get(conn) ?? 0) + 1)
      try {
        return await work
      } finally {
        bytes -= size + MESSAGE_BYTES
        const left = (waiting.get(conn) ?? 1) - 1
        if (left > 0) waiting.set(conn, left)
        else waiting.delete(conn)
        if (parked.size > 0) wake()
      }
    },
    /** Leaves a connection unread for so many ms. */
    rest(conn: Duplex, ms: number) {
      if (ms <= 0 || conn.destroyed) return
      endRest(conn)
      const timer = setTimeout(() => {
        resting.delete(conn)
        wake()
      }, ms)
      resting.set(conn, timer.unref())
    },
    /** Reads nothing more from anyone. */
    stop() {
      stopped = true
    },
  }
}
export type Throttle = ReturnType<typeof throttle>
