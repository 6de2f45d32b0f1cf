import type { Duplex } from 'node:stream'

const PUBLISH = 3
/** What a packet other than PUBLISH lists (topics to subscribe to) takes as long as a packet per so many bytes. */
const LISTED_BYTES = 64

/** A part of a chunk: its `bytes`, and how many packets begin in it, long ones that list topics counted more often. */
type Piece = { readonly bytes: number; readonly packets: number }

/**
 * Tracks MQTT packets in a stream of bytes without buffering them. The returned function takes the next bytes and
 * returns how many of them belong to the first `most` packets; null if a packet exceeds its maximum length.
 */
export function packetMeter(maxBytes: { readonly publish: number; readonly other: number }) {
  let toSkip = 0
  let header = 0
  let length = 0
  let isPublish = false
  return (chunk: Buffer, most: number): Piece | null => {
    let packets = 0
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
        continue
      }
      if (header === 0 && packets >= most) return { bytes: at, packets }
      const byte = chunk[at] ?? 0
      at += 1
      header += 1
      if (header === 1) {
        packets += 1
        isPublish = byte >> 4 === PUBLISH
        continue
      }
      length += (byte & 127) * 128 ** (header - 2)
      if (header + length > (isPublish ? maxBytes.publish : maxBytes.other)) return null
      if (byte >= 128) continue
      if (!isPublish) packets += Math.floor(length / LISTED_BYTES)
      toSkip = length
      header = 0
      length = 0
    }
    return { bytes: chunk.length, packets }
  }
}

/** Roughly the memory a message needs besides its payload until it is stored. */
const MESSAGE_BYTES = 2048

type Limits = {
  /** Messages of one connection, and bytes of all including overhead, that may wait to be stored. */
  readonly messages: number
  readonly bytes: number
  /** While more than `scarce` bytes of all are waiting, a connection may have only `share`, and then one packet more. */
  readonly scarce: number
  readonly share: number
  readonly packet: Parameters<typeof packetMeter>[0]
}

/** Burst of packets per connection; those of one chunk are all processed before any other connection. */
const AT_ONCE = 100
const EACH_MS = 1

/**
 * Bounds what is read but not stored yet: over the limits, sockets are not read, and TCP slows their senders down. Those with much
 * waiting are left unread first, so that connections that send little are still read.
 * Without it, Aedes reads whenever the socket is readable, however much is pending, and buffers packets of any size.
 */
export function throttle(limits: Limits) {
  const waiting = new Map<Duplex, { messages: number; bytes: number }>()
  const parked = new Set<Duplex>()
  const resting = new Map<Duplex, { readonly until: number; readonly timer: NodeJS.Timeout }>()
  const signedIn = new WeakSet<Duplex>()
  /** Connections that have sent more than CONNECT, and have not signed in yet. */
  const early = new WeakSet<Duplex>()
  let bytes = 0
  let stopped = false

  const isScarce = () => bytes >= limits.scarce
  function mayRead(conn: Duplex): boolean {
    if (stopped || resting.has(conn) || early.has(conn) || bytes >= limits.bytes) return false
    const own = waiting.get(conn)
    return !own || (own.messages < limits.messages && !(isScarce() && own.bytes >= limits.share))
  }

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
  /** Pauses reading a connection for some ms, unless it is already paused for longer. */
  function rest(conn: Duplex, ms: number) {
    if (ms <= 0 || conn.destroyed) return
    const until = performance.now() + ms
    if ((resting.get(conn)?.until ?? 0) >= until) return
    endRest(conn)
    const timer = setTimeout(() => {
      resting.delete(conn)
      wake()
    }, ms)
    resting.set(conn, { until, timer: timer.unref() })
  }

  return {
    /** Wraps the connection's `read`; call it before anyone reads. Only CONNECT is read until it has signed in. */
    guard(conn: Duplex, onOversized: () => void) {
      const meter = packetMeter(limits.packet)
      const read = conn.read.bind(conn)
      let freeAt = 0
      let begun = 0
      conn.read = (size) => {
        if (!mayRead(conn)) {
          parked.add(conn)
          return null
        }
        const chunk: Buffer | null = read(size)
        if (chunk === null) return null
        const most = isScarce() ? 1 : AT_ONCE
        const piece = meter(chunk, signedIn.has(conn) ? most : 1 - begun)
        if (piece === null) {
          onOversized()
          conn.destroy()
          return null
        }
        const now = performance.now()
        freeAt = Math.max(now, freeAt) + piece.packets * EACH_MS
        rest(conn, freeAt - now - AT_ONCE * EACH_MS)
        begun += piece.packets
        if (piece.bytes === chunk.length) return chunk
        if (!signedIn.has(conn)) early.add(conn)
        conn.unshift(chunk.subarray(piece.bytes))
        return piece.bytes === 0 ? null : chunk.subarray(0, piece.bytes)
      }
      conn.once('close', () => {
        parked.delete(conn)
        waiting.delete(conn)
        endRest(conn)
      })
    },
    /** Must be called once a connection has signed in. */
    signIn(conn: Duplex) {
      signedIn.add(conn)
      if (early.delete(conn)) wake()
    },
    /** Counts a message of `size` bytes until it is released. */
    hold(conn: Duplex, size: number) {
      const own = waiting.get(conn)
      bytes += size + MESSAGE_BYTES
      if (!own) waiting.set(conn, { messages: 1, bytes: size + MESSAGE_BYTES })
      else {
        own.messages += 1
        own.bytes += size + MESSAGE_BYTES
      }
    },
    /** Counts a message of `size` bytes no longer. */
    release(conn: Duplex, size: number) {
      const own = waiting.get(conn)
      bytes -= size + MESSAGE_BYTES
      if (own) {
        own.messages -= 1
        own.bytes -= size + MESSAGE_BYTES
        if (own.messages === 0) waiting.delete(conn)
      }
      if (parked.size > 0) wake()
    },
    rest,
    /** Stops reading all connections. */
    stop() {
      stopped = true
    },
  }
}
export type Throttle = ReturnType<typeof throttle>
