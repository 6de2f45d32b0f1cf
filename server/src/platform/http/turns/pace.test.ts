import { PassThrough } from 'node:stream'
import { fastify, type InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPace, openPaces } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a pace', () => {
  const opened = () => {
    const { take, giveBack } = createPace({ perSecond: 10, burst: 3 })
    return { take: (who = 'anna') => take(who), giveBack: () => giveBack('anna') }
  }
  const times = (count: number, take: () => number) => Array.from({ length: count }, () => take())

  it('F14 API-14 lets a burst pass, and spaces what comes after it', () => {
    const { take } = opened()
    expect(times(6, take)).toEqual([0, 0, 0, 0, 100, 200])
    expect(take('bert')).toBe(0)
  })

  it('F14 API-14 gives the burst back with time', () => {
    const { take } = opened()
    times(4, take)
    vi.advanceTimersByTime(200)
    expect(times(3, take)).toEqual([0, 0, 100])
    vi.advanceTimersByTime(3_600_000)
    expect(times(5, take)).toEqual([0, 0, 0, 0, 100])
  })

  it('F14 API-14 has the place again that a caller who has gone gives back', () => {
    const { take, giveBack } = opened()
    times(5, take)
    for (let i = 0; i < 100; i += 1) {
      expect(take()).toBe(200)
      giveBack()
    }
    expect(take()).toBe(200)
  })

  it('F14 API-14 refuses a call once two thousand wait, and says when to come again', () => {
    const { take } = opened()
    times(2004, take)
    expect(() => take()).toThrow(
      expect.objectContaining({ code: 'too_many_attempts', detail: { retryAfter: 201 } }),
    )
    expect(() => take()).toThrow()
    vi.advanceTimersByTime(100)
    expect(take()).toBe(200_000)
  })
})

describe('the paces of a server', () => {
  const reply = () => ({ raw: new PassThrough() })
  const [own, stolen] = [
    { owner: 'anna', session: 'own' },
    { owner: 'anna', session: 'stolen' },
  ]

  it('F14 API-14 delay the calls of a session, and none of the owner’s others', async () => {
    const { owner } = openPaces(10)
    for (let i = 0; i < 301; i += 1) await owner(stolen, reply())
    let done = false
    void owner(stolen, reply()).then(() => {
      done = true
    })
    await owner(own, reply())
    await vi.advanceTimersByTimeAsync(99)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toBe(true)
  })

  it('F14 API-14 delay the calls of an owner, however many sessions they have', async () => {
    const { owner } = openPaces(10)
    for (let i = 0; i < 601; i += 1) await owner({ owner: 'anna', session: `${i % 5}` }, reply())
    let done = false
    void owner({ owner: 'anna', session: 'another' }, reply()).then(() => {
      done = true
    })
    await owner({ owner: 'bert', session: 'his' }, reply())
    await vi.advanceTimersByTimeAsync(24)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toBe(true)
  })

  it('F14 API-14 forget a call whose caller has gone', async () => {
    const { owner } = openPaces(10)
    for (let i = 0; i < 301; i += 1) await owner(own, reply())
    for (let i = 0; i < 3000; i += 1) {
      const gone = reply()
      const waiting = owner(own, gone).catch(({ code }) => code)
      gone.raw.emit('close')
      expect(await waiting).toBe('unavailable')
    }
    expect(vi.getTimerCount()).toBe(0)
    const next = owner(own, reply())
    await vi.advanceTimersByTimeAsync(100)
    await next
  })

  const ordinary = { head: 2048, body: 8192 }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each<[string, InjectOptions]>([
    ['headers', { headers: Object.fromEntries(Array.from({ length: 8 * 64 }, (_, i) => [`h${i}`, ''])) }],
    ['header', { headers: { cookie: ';'.repeat(8 * ordinary.head) } }],
    ['address', { url: `/?${'a'.repeat(8 * ordinary.head)}` }],
    ['body', { method: 'POST', headers: form, payload: 'a'.repeat(8 * ordinary.body) }],
  ])('F14 API-14 count a call several times for its %s, and delay no others for it', async (_, long) => {
    const app = fastify({ trustProxy: true })
    openPaces(10).callers(app)
    app.all('/', async () => 'page')
    const ask = (options: InjectOptions) => {
      const ready = vi.fn()
      const headers = { ...options.headers, 'x-forwarded-for': '192.0.2.1' }
      void app.inject({ url: '/', ...options, headers }).then(ready)
      return ready
    }
    await app.ready()
    for (let i = 0; i < 101; i += 1) ask(long)
    const file = { ...long, headers: { 'content-type': 'application/octet-stream' } } as const
    const [late, others] = [
      ask(long),
      [ask({}), ...(long.payload ? [ask(file), ask({ ...long, url: '/nowhere' })] : [])],
    ]
    await vi.advanceTimersByTimeAsync(99)
    for (const one of others) expect(one).toHaveBeenCalled()
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(late).toHaveBeenCalled())
    await app.close()
  })

  it('F14 API-14 count a long call several times for its site, too, whichever network it comes from', async () => {
    const app = fastify({ trustProxy: true })
    openPaces(10).callers(app)
    app.get('/', async () => 'page')
    const ask = (network: number, length: number) => {
      const ready = vi.fn()
      const headers = { 'x-forwarded-for': `192.0.2.${network}` }
      void app.inject({ url: `/?${'a'.repeat(length)}`, headers }).then(ready)
      return ready
    }
    await app.ready()
    for (let i = 0; i < 251; i += 1) ask(i % 3, 8 * ordinary.head)
    const [late, other] = [ask(3, 8 * ordinary.head), ask(3, 0)]
    await vi.advanceTimersByTimeAsync(39)
    expect(other).toHaveBeenCalled()
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(late).toHaveBeenCalled())
    await app.close()
  })

  it('F14 API-14 delay the calls of a network, whatever they ask for', async () => {
    const app = fastify({ trustProxy: true })
    openPaces(10).callers(app)
    app.get('/', async () => 'page')
    const ask = (ip: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': ip } })
    vi.useRealTimers()
    await app.ready()
    const started = performance.now()
    await Promise.all(Array.from({ length: 817 }, () => ask('192.0.2.1')))
    // Sixteen of them waited, 12.5 ms each.
    expect(performance.now() - started).toBeGreaterThanOrEqual(199)
    await app.close()
  })
})
