import { type Duplex, PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { packetMeter, type Throttle, throttle } from './throttle.ts'

/** A packet whose fixed header announces `length` bytes. */
function packet(length: number): Buffer {
  const header = [0x32]
  for (let left = length; ; left = Math.floor(left / 128)) {
    header.push(left >= 128 ? (left % 128) | 128 : left)
    if (left < 128) return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)])
  }
}

const LIMITS = { messages: 2, bytes: 1e6, scarce: 1e6, share: 1e6, packet: { publish: 100, other: 10 } }
/** Counts a message until `work` has settled. */
async function count(flow: Throttle, conn: Duplex, size: number, work: Promise<void>) {
  flow.hold(conn, size)
  await work
  flow.release(conn, size)
}
const PING = Buffer.from([0xc0, 0])
/** Guards a connection that has signed in. */
function guard(flow: Throttle, conn: Duplex, onOversized: () => void = () => undefined) {
  flow.guard(conn, onOversized)
  flow.signIn(conn)
}

describe('packetMeter', () => {
  const MAX = 65_536
  const HEADER = 4
  it.each([0, 98, 127, 128, 16_383, 16_384, MAX - HEADER])(
    'lets %i bytes pass, however they are cut',
    (length) => {
      const stream = Buffer.concat([packet(length), packet(0), packet(length)])
      for (const size of [1, 2, 3, 1000, stream.length]) {
        const meter = packetMeter({ publish: MAX, other: MAX })
        for (let at = 0; at < stream.length; at += size)
          if (meter(stream.subarray(at, at + size), Number.POSITIVE_INFINITY) === null)
            throw new Error(`at ${at}, cut by ${size}`)
      }
    },
  )
  it.each([MAX - HEADER + 1, 1_000_000])('stops %i bytes at their header', (length) => {
    const meter = packetMeter({ publish: MAX, other: MAX })
    expect(meter(packet(20), 9)).toEqual({ bytes: 22, packets: 1 })
    expect(meter(packet(length).subarray(0, 5), 9)).toBeNull()
  })
  it('says where so many packets end', () => {
    const meter = packetMeter({ publish: MAX, other: MAX })
    const stream = Buffer.concat([packet(5), packet(5), packet(5)])
    expect(meter(stream.subarray(0, 4), 2)).toEqual({ bytes: 4, packets: 1 })
    expect(meter(stream.subarray(4), 1)).toEqual({ bytes: 10, packets: 1 })
    expect(meter(stream.subarray(14), 1)).toEqual({ bytes: 7, packets: 1 })
  })

  it('F8 counts a packet that lists many topics as many', () => {
    const [publish, unsubscribe] = [packet(640), packet(640)]
    unsubscribe[0] = 0xa2
    const packets = (chunk: Buffer) => packetMeter({ publish: MAX, other: MAX })(chunk, 100)?.packets
    expect([publish, unsubscribe, packet(63)].map(packets)).toEqual([1, 11, 1])
  })

  it('does not follow a length without end', () => {
    expect(packetMeter({ publish: MAX, other: MAX })(Buffer.alloc(10, 0xff), 9)).toBeNull()
  })
})

describe('throttle', () => {
  it.each([1, 3, 1000])(
    'PRD-01 F10 hands over CONNECT alone until a unit has signed in, cut by %i',
    async (size) => {
      const flow = throttle(LIMITS)
      const conn = new PassThrough()
      flow.guard(conn, () => undefined)
      const connect = packet(20)
      const stream = Buffer.concat([connect, PING, PING])
      const read: Buffer[] = []
      conn.on('readable', () => {
        for (let chunk = conn.read(); chunk !== null; chunk = conn.read()) read.push(chunk)
      })
      for (let at = 0; at < stream.length; at += size) conn.write(stream.subarray(at, at + size))
      await turn()
      await turn()
      expect(Buffer.concat(read)).toEqual(connect)
      flow.signIn(conn)
      expect(Buffer.concat(read)).toEqual(stream)
    },
  )

  it('PRD-02 F8 hands over a hundred packets at once, and then so many a tenth of a second', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const flow = throttle(LIMITS)
    const conn = new PassThrough()
    guard(flow, conn)
    conn.write(Buffer.concat(Array.from({ length: 250 }, () => PING)))
    const read: number[] = []
    conn.on('readable', () => read.push(conn.read()?.length ?? 0))
    const pings = () => read.reduce((sum, bytes) => sum + bytes / PING.length, 0)
    await vi.advanceTimersByTimeAsync(0)
    expect(pings()).toBe(200)
    await vi.advanceTimersByTimeAsync(99)
    expect(pings()).toBe(200)
    await vi.advanceTimersByTimeAsync(1)
    expect(pings()).toBe(250)
  })

  it('F8 cuts what is long and no message', () => {
    const flow = throttle(LIMITS)
    const conn = new PassThrough()
    const oversized = vi.fn()
    guard(flow, conn, oversized)
    conn.write(Buffer.concat([Buffer.from([0x82, 9]), Buffer.alloc(9)]))
    expect(conn.read()).toBeNull()
    expect(oversized).toHaveBeenCalledOnce()
    expect(conn.destroyed).toBe(true)
  })

  it('leaves a connection unread while too much of it waits, and wakes it then', async () => {
    const flow = throttle(LIMITS)
    const conn = new PassThrough()
    guard(flow, conn)
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const works = [first, second].map(({ promise }) => count(flow, conn, 10, promise))
    conn.write(packet(50))
    expect(conn.read()).toBeNull()
    const woken = new Promise((done) => conn.once('readable', () => done(conn.read())))
    first.resolve()
    expect(await woken).toEqual(packet(50))
    second.resolve()
    await Promise.all(works)
  })

  it('F8 reads on as soon as one message less waits than may, and no sooner', async () => {
    for (const messages of [1, 3]) {
      const flow = throttle({ ...LIMITS, messages })
      const conn = new PassThrough()
      guard(flow, conn)
      const store = () => {
        const stored = Promise.withResolvers<void>()
        return { ...stored, work: count(flow, conn, 10, stored.promise) }
      }
      const reads = () => {
        conn.write(packet(0))
        return conn.read() !== null
      }
      expect(reads()).toBe(true)
      const waiting = Array.from({ length: messages }, store)
      expect(reads()).toBe(false)
      for (const one of waiting.splice(0, 1)) {
        one.resolve()
        await one.work
      }
      expect(reads()).toBe(true)
      waiting.push(store())
      expect(reads()).toBe(false)
      for (const one of waiting) one.resolve()
      await Promise.all(waiting.map(({ work }) => work))
    }
  })

  it('HND-39 F8 reads who has little waiting while others have much, and of these one packet at a time', async () => {
    const flow = throttle({ ...LIMITS, messages: 100, scarce: 5000, share: 3000 })
    const [much, little] = [new PassThrough(), new PassThrough()]
    for (const conn of [much, little]) guard(flow, conn)
    const stored = Promise.withResolvers<void>()
    const works = [1, 2].map(() => count(flow, much, 10, stored.promise))
    much.write(packet(50))
    expect(much.read()).toEqual(packet(50))
    works.push(count(flow, much, 10, stored.promise))
    for (const conn of [much, little]) conn.write(Buffer.concat([packet(50), packet(50)]))
    expect(much.read()).toBeNull()
    expect(little.read()).toEqual(packet(50))
    const woken = new Promise((done) => much.once('readable', () => done(much.read())))
    stored.resolve()
    await Promise.all(works)
    expect(await woken).toEqual(Buffer.concat([packet(50), packet(50)]))
  })

  it('F8 leaves a connection unread that is to rest, and wakes it then; nobody else', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const flow = throttle(LIMITS)
    const [resting, other] = [new PassThrough(), new PassThrough()]
    for (const conn of [resting, other]) {
      guard(flow, conn)
      conn.write(packet(50))
    }
    vi.advanceTimersByTime(1)
    flow.rest(resting, 1000)
    flow.rest(resting, 3000)
    flow.rest(other, 0)
    expect(resting.read()).toBeNull()
    expect(other.read()).toEqual(packet(50))
    const read: unknown[] = []
    resting.once('readable', () => read.push(resting.read()))
    vi.advanceTimersByTime(2999)
    expect(read).toEqual([])
    expect(resting.read()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(read).toEqual([packet(50)])
  })

  it('leaves all unread while too many bytes wait', async () => {
    const flow = throttle({ ...LIMITS, messages: 100, bytes: 5000 })
    const [flooding, quiet] = [new PassThrough(), new PassThrough()]
    guard(flow, quiet)
    const stored = Promise.withResolvers<void>()
    const work = count(flow, flooding, 6000, stored.promise)
    quiet.write(packet(20))
    expect(quiet.read()).toBeNull()
    const woken = new Promise((done) => quiet.once('readable', () => done(quiet.read())))
    stored.resolve()
    await work
    expect(await woken).toEqual(packet(20))
  })
})
