import { randomUUID } from 'node:crypto'
import { currentDataList, HEARTBEAT_MS } from '@kellersonne/contract/live/live'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { metricsFromNow } from '../../test/metrics.ts'
import { DatabaseUnavailableError, type Db } from '../platform/db/database.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import { OWNERSHIP } from '../systems/store.ts'
import { createCurrentDataCache } from './current-data-cache.ts'
import { createSseConnections, type Deps, MAX_STREAMS } from './sse-connections.ts'

const MINUTE = 60_000

let api: TestApi
let owner: string
let system: number
beforeAll(async () => {
  api = await testApi()
  const anna = await api.owner('anna@example.org', ['1001'])
  owner = anna.owner
  system = anna.systems[0] ?? 0
})
afterAll(() => api.close())

const caller = (life = MINUTE) => ({
  owner,
  session: randomUUID(),
  until: new Date(api.now().getTime() + life),
})

/** Streams on the real database, with some parts replaced by faulty ones. */
function streaming(part: Partial<Deps> = {}) {
  const deps = { ...api, onEnded: () => () => undefined, ...part }
  const current = createCurrentDataCache(deps)
  const streams = createSseConnections({ current, ...deps })
  const close = () => {
    streams.close()
    current.close()
  }
  return { ...streams, current, close }
}

/** Yields the grid power in each event of a stream until it ends. */
async function* gridPowers({ body }: EventStream) {
  for await (const chunk of body.setEncoding('utf8')) {
    for (const [, json = ''] of String(chunk).matchAll(/^data: (\[.*)$/gm)) {
      const [entry = {}] = currentDataList.parse(JSON.parse(json))
      yield Object.values(entry)[0]?.grid_power
    }
  }
}

describe('current data', () => {
  it('DSH-07 is read once for all who ask, until a system of the owner changes', async () => {
    const { current, close } = streaming()
    const [first, second] = await Promise.all([current.of(owner), current.of(owner)])
    expect(second).toBe(first)
    const changed = Promise.withResolvers<void>()
    const unwatch = api.notifier.watch(new Set([system]), () => changed.resolve())
    await api.publish(system, 50)
    await changed.promise
    unwatch()
    expect(await current.of(owner)).not.toBe(first)
    close()
  })

  it('DSH-07 watches nothing any more that was given up while it was read', async () => {
    const notified = { begun: 0, ended: 0 }
    const notifier: Deps['notifier'] = {
      ...api.notifier,
      watch(systems, onChange) {
        const unwatch = api.notifier.watch(systems, onChange)
        notified.begun += 1
        return () => {
          notified.ended += 1
          unwatch()
        }
      },
    }
    const { current, close } = streaming({ notifier })
    const reading = current.of(owner)
    close()
    await reading
    expect(notified).toEqual({ begun: 1, ended: 1 })
  })
})

describe('a live stream', () => {
  it('HND-04 ends at once where it is asked for while the server closes', async () => {
    const { open, close } = streaming()
    close()
    for await (const power of gridPowers(await open(caller())))
      expect.unreachable(`the stream goes on with ${power}`)
  })

  it('DSH-07 sends what changes between the first event being read and being sent', async () => {
    const { current, close } = streaming()
    await api.publish(system, 100)
    const slow = {
      ...current,
      async of(asked: string) {
        const answer = await current.of(asked)
        const noticed = Promise.withResolvers<void>()
        const unwatch = api.notifier.watch(new Set([system]), () => noticed.resolve())
        await api.publish(system, 200)
        await noticed.promise
        unwatch()
        return answer
      },
    }
    const streams = streaming({ current: slow })
    const powers = gridPowers(await streams.open(caller()))
    expect((await powers.next()).value).toBe(100)
    expect((await powers.next()).value).toBe(200)
    await powers.return(undefined)
    streams.close()
    close()
  })

  it('DSH-07 sends a change that could not be read at first', async () => {
    const faults: Error[] = []
    const db: Db = {
      ...api.db,
      rows(row, text, values) {
        const fault = faults.pop()
        return fault ? Promise.reject(fault) : api.db.rows(row, text, values)
      },
    }
    await api.publish(system, 300)
    const streams = streaming({ db })
    const powers = gridPowers(await streams.open(caller()))
    expect((await powers.next()).value).toBe(300)
    faults.push(new DatabaseUnavailableError('away'))
    await api.publish(system, 400)
    expect((await powers.next()).value).toBe(400)
    expect(faults).toEqual([])
    await powers.return(undefined)
    streams.close()
  })

  it('DSH-07 beats, and starts an owner anew whose systems are others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const streams = streaming()
    const { body } = await streams.open(caller())
    let fields = ''
    body.setEncoding('utf8').on('data', (text) => (fields += String(text)))
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    await expect.poll(() => fields).toMatch(/\n\n:\n\n$/)
    expect(body.destroyed).toBe(false)
    await api.db.run('update ownership set until = now() where system = $1', [system])
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    await expect.poll(() => body.readableEnded).toBe(true)
    expect(fields).not.toContain('event: end')
    streams.close()
    vi.useRealTimers()
    await api.db.run('update ownership set until = null where system = $1', [system])
  })

  it('DSH-07 starts anew for an owner who got the same system again', async () => {
    const streams = streaming()
    const { body } = await streams.open(caller())
    body.resume()
    await api.db.run("update ownership set since = since + interval '1 day' where system = $1", [system])
    await api.db.run(`select pg_notify('${OWNERSHIP}', $1)`, [owner])
    await expect.poll(() => body.readableEnded).toBe(true)
    streams.close()
    await api.db.run("update ownership set since = since - interval '1 day' where system = $1", [system])
  })

  it('DSH-07 is closed and unsubscribed if it cannot begin', async () => {
    const { current, close } = streaming()
    const away = { ...current, of: () => Promise.reject(new DatabaseUnavailableError('away')) }
    const notified = { begun: 0, ended: 0 }
    const streams = streaming({
      current: away,
      onEnded() {
        notified.begun += 1
        return () => (notified.ended += 1)
      },
    })
    const samples = await metricsFromNow()
    await expect(streams.open(caller())).rejects.toThrow('away')
    await expect.poll(() => notified).toEqual({ begun: 1, ended: 1 })
    expect((await samples())('live_streams')).toBe(0)
    streams.close()
    close()
  })

  it('DSH-07 F14 is refused where it had to give way to newer ones before it could begin', async () => {
    const real = createCurrentDataCache(api)
    const read = Promise.withResolvers<void>()
    const of = vi.fn(async (one: string) => {
      await read.promise
      return real.of(one)
    })
    const { open, close } = streaming({ current: { ...real, of } })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = open(caller())
    const later = Array.from({ length: MAX_STREAMS }, () => open(caller()))
    await vi.waitFor(() => expect(of).toHaveBeenCalledTimes(1 + MAX_STREAMS))
    vi.advanceTimersByTime(1000)
    read.resolve()
    await expect(first).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 2 } })
    for (const { body } of await Promise.all(later)) expect(body.destroyed).toBe(false)
    close()
    real.close()
  })

  it('API-01 DSH-07 ends with the access token it was opened with', async () => {
    const streams = streaming()
    const { body } = await streams.open(caller(50))
    let fields = ''
    for await (const chunk of body.setEncoding('utf8')) fields += String(chunk)
    expect(fields).toMatch(/event: end\ndata: \n\n$/)
    streams.close()
  })
})
