import type { Duplex } from 'node:stream'

const PUBLISH = 3

/** `bytes` of what was given, in which so many packets begin. */
type Piece = { readonly bytes: number; readonly packets: number }

/**
 * Follows MQTT packets in a stream of bytes without keeping them. The returned function takes the next bytes and says
 * how many of them belong to the first `most` packets; null where a packet is longer than it may be.
 */
export function packetMeter(maxBytes: { readonly publish: number; readonly other: number }) {
  let toSkip = 0
  let header = 0
  let length = 0
  let longest = 0
  return (chunk: Buffer, most: number): Piece | null => {
    let packets = 0
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
        continue
      }
      if (header === 0 && packets === most) return { bytes: at, packets }
      const byte = chunk[at] ?? 0
      at += 1
      header += 1
      if (header === 1) {
        packets += 1
        longest = byte >> 4 === PUBLISH ? maxBytes.publish : maxBytes.other
        continue
      }
      length += (byte & 127) * 128 ** (header - 2)
      if (header + length > longest) return null
      if (byte >= 128) continue
      toSkip = length
      header = 0
      length = 0
    }
    return { bytes: chunk.length, packets }
  }
}

/** What a message takes in memory beside its payload until it is stored, roughly. */
const MESSAGE_BYTES = 2048

type Limits = {
  /** Messages of one connection, and bytes of all with what they take in memory, that may wait to be stored. */
  readonly messages: number
  readonly bytes: number
  readonly packet: Parameters<typeof packetMeter>[0]
}

/** Packets of a connection at once; those of one piece are all read before anybody else has a turn. */
const AT_ONCE = 100
const EACH_MS = 1

/**
 * Bounds what is read but not stored yet: over the limits, sockets are left unread and so slow their senders down.
 * Aedes reads on as soon as the socket is readable, however much it has in hand, and buffers packets of any size.
 */
export function throttle(limits: Limits) {
  const waiting = new Map<Duplex, number>()
  const parked = new Set<Duplex>()
  const resting = new Map<Duplex, { readonly until: number; readonly timer: NodeJS.Timeout }>()
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
    clearTimeout(resting.get(conn)?.timer)
    resting.delete(conn)
  }
  /** Leaves a connection unread for so many ms, if it does not rest for longer already. */
  function rest(conn: Duplex, ms: number) {
    const until = performance.now() + ms
    if (ms <= 0 || conn.destroyed || (resting.get(conn)?.until ?? 0) >= until) return
    endRest(conn)
    const timer = setTimeout(() => {
      resting.delete(conn)
      wake()
    }, ms)
    resting.set(conn, { until, timer: timer.unref() })
  }

  return {
    /** To be called before anyone reads from the connection. */
    guard(conn: Duplex, onOversized: () => void) {
      const meter = packetMeter(limits.packet)
      const read = conn.read.bind(conn)
      let freeAt = 0
      conn.read = (size) => {
        if (!mayRead(conn)) {
          parked.add(conn)
          return null
        }
        const chunk: Buffer | null = read(size)
        if (chunk === null) return null
        const piece = meter(chunk, AT_ONCE)
        if (piece === null) {
          onOversized()
          conn.destroy()
          return null
        }
        const now = performance.now()
        freeAt = Math.max(now, freeAt) + piece.packets * EACH_MS
        rest(conn, freeAt - now - AT_ONCE * EACH_MS)
        if (piece.bytes < chunk.length) conn.unshift(chunk.subarray(piece.bytes))
        return chunk.subarray(0, piece.bytes)
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
    rest,
    /** Reads nothing more from anyone. */
    stop() {
      stopped = true
    },
  }
}
export type Throttle = ReturnType<typeof throttle>
