import { PassThrough } from 'node:stream'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPace, openPaces } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a pace', () => {
  const pace = () => createPace({ perSecond: 10, burst: 3 })

  it('F14 API-14 lets a burst pass, and spaces what comes after it', () => {
    const wait = pace()
    expect(Array.from({ length: 6 }, () => wait('anna'))).toEqual([0, 0, 0, 0, 100, 200])
    expect(wait('bert')).toBe(0)
  })

  it('F14 API-14 gives the burst back with time', () => {
    const wait = pace()
    for (let i = 0; i < 4; i += 1) wait('anna')
    vi.advanceTimersByTime(200)
    expect([wait('anna'), wait('anna'), wait('anna')]).toEqual([0, 0, 100])
    vi.advanceTimersByTime(3_600_000)
    expect(Array.from({ length: 5 }, () => wait('anna'))).toEqual([0, 0, 0, 0, 100])
  })

  it('F14 API-14 refuses a call once two thousand wait, and says when to come again', () => {
    const wait = pace()
    for (let i = 0; i < 2004; i += 1) wait('anna')
    expect(() => wait('anna')).toThrow(
      expect.objectContaining({ code: 'too_many_attempts', detail: { retryAfter: 201 } }),
    )
    expect(() => wait('anna')).toThrow()
    vi.advanceTimersByTime(100)
    expect(wait('anna')).toBe(200_000)
  })
})

describe('the paces of a server', () => {
  const reply = () => ({ raw: new PassThrough() })

  it('F14 API-14 delay an owner’s calls, whichever network they come from', async () => {
    const { owner } = openPaces(10)
    for (let i = 0; i < 301; i += 1) await owner('anna', reply())
    let done = false
    void owner('anna', reply()).then(() => {
      done = true
    })
    await owner('bert', reply())
    await vi.advanceTimersByTimeAsync(99)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toBe(true)
  })

  it('F14 API-14 forget a call whose caller has gone', async () => {
    const { owner } = openPaces(10)
    for (let i = 0; i < 301; i += 1) await owner('anna', reply())
    const gone = reply()
    const waiting = expect(owner('anna', gone)).rejects.toMatchObject({ code: 'unavailable' })
    gone.raw.emit('close')
    await waiting
    expect(vi.getTimerCount()).toBe(0)
  })

  it('F14 API-14 delay the calls of a network, whatever they ask for', async () => {
    const app = fastify({ trustProxy: true })
    openPaces(10).callers(app)
    app.get('/', async () => 'page')
    const ask = (ip: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': ip } })
    vi.useRealTimers()
    await app.ready()
    const started = performance.now()
    await Promise.all(Array.from({ length: 409 }, () => ask('192.0.2.1')))
    // Eight of them waited, 25 ms each.
    expect(performance.now() - started).toBeGreaterThanOrEqual(199)
    await app.close()
  })
})
