import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { packetMeter, throttle } from './throttle.ts'

/** A packet whose fixed header announces `length` bytes. */
function packet(length: number): Buffer {
  const header = [0x32]
  for (let left = length; ; left = Math.floor(left / 128)) {
    header.push(left >= 128 ? (left % 128) | 128 : left)
    if (left < 128) return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)])
  }
}

describe('packetMeter', () => {
  const MAX = 65_536
  const HEADER = 4
  it.each([0, 98, 127, 128, 16_383, 16_384, MAX - HEADER])(
    'lets %i bytes pass, however they are cut',
    (length) => {
      const stream = Buffer.concat([packet(length), packet(0), packet(length)])
      for (const size of [1, 2, 3, 1000, stream.length]) {
        const fits = packetMeter(MAX)
        for (let at = 0; at < stream.length; at += size)
          if (!fits(stream.subarray(at, at + size))) throw new Error(`at ${at}, cut by ${size}`)
      }
    },
  )
  it.each([MAX - HEADER + 1, 1_000_000])('stops %i bytes at their header', (length) => {
    const fits = packetMeter(MAX)
    expect(fits(packet(20))).toBe(true)
    expect(fits(packet(length).subarray(0, 5))).toBe(false)
  })
  it('does not follow a length without end', () => {
    expect(packetMeter(MAX)(Buffer.alloc(10, 0xff))).toBe(false)
  })
})

describe('throttle', () => {
  it('leaves a connection unread while too much of it waits, and wakes it then', async () => {
    const flow = throttle({ messages: 2, bytes: 1e6, packet: 100 })
    const conn = new PassThrough()
    flow.guard(conn, () => undefined)
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const works = [first, second].map(({ promise }) => flow.count(conn, 10, promise))
    conn.write(packet(50))
    expect(conn.read()).toBeNull()
    const woken = new Promise((done) => conn.once('readable', () => done(conn.read())))
    first.resolve()
    expect(await woken).toEqual(packet(50))
    second.resolve()
    await Promise.all(works)
  })

  it('F8 leaves a connection unread that is to rest, and wakes it then; nobody else', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const flow = throttle({ messages: 2, bytes: 1e6, packet: 100 })
    const [resting, other] = [new PassThrough(), new PassThrough()]
    for (const conn of [resting, other]) {
      flow.guard(conn, () => undefined)
      conn.write(packet(50))
    }
    flow.rest(resting, 1000)
    flow.rest(resting, 3000)
    flow.rest(other, 0)
    expect(resting.read()).toBeNull()
    expect(other.read()).toEqual(packet(50))
    const woken = new Promise((done) => resting.once('readable', () => done(resting.read())))
    vi.advanceTimersByTime(2999)
    expect(resting.read()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(await woken).toEqual(packet(50))
  })

  it('leaves all unread while too many bytes wait', async () => {
    const flow = throttle({ messages: 100, bytes: 5000, packet: 100 })
    const [flooding, quiet] = [new PassThrough(), new PassThrough()]
    flow.guard(quiet, () => undefined)
    const stored = Promise.withResolvers<void>()
    const work = flow.count(flooding, 6000, stored.promise)
    quiet.write(packet(20))
    expect(quiet.read()).toBeNull()
    const woken = new Promise((done) => quiet.once('readable', () => done(quiet.read())))
    stored.resolve()
    await work
    expect(await woken).toEqual(packet(20))
  })
})
