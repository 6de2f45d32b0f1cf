import { type CurrentDataList, currentDataList } from '@kellersonne/contract/live/live'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { openEvents } from '../../test/events.ts'

const DATA = '/api/auth/data/'
const LIVE = '/api/auth/live/'

let api: TestApi
let origin: string
let anna: number[]
let bert: number[]
beforeAll(async () => {
  api = await testApi()
  anna = (await api.owner('anna@example.org', ['1001', '1002'])).systems
  bert = (await api.owner('bert@example.org', ['BERT'])).systems
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

const [first, second] = [() => anna[0] ?? 0, () => anna[1] ?? 0]
const of = (list: CurrentDataList, sn: string) =>
  list.flatMap((entry) => Object.entries(entry)).find(([key]) => key === sn)?.[1]
const grid = (list: CurrentDataList, sn: string) => of(list, sn)?.grid_power
const sns = (list: CurrentDataList) => list.flatMap((entry) => Object.keys(entry))
const data = async (access: string) => currentDataList.parse((await api.get(DATA, access)).json())
const watch = (access: string) => openEvents(`${origin}${LIVE}`, access)

describe('current data', () => {
  it('API-03 ENT-02 lists each system by its serial number; what is unknown is null', async () => {
    const { access } = await api.signIn('anna@example.org')
    const list = await data(access)
    expect(sns(list)).toEqual(['1001', '1002'])
    expect(of(list, '1001')).toMatchObject({ SOC: null, phase: 1, time_zone: 'Europe/Berlin', lang: 'de' })
  })

  it('API-03 shows a change to who asks again and again', async () => {
    const { access } = await api.signIn('anna@example.org')
    for (const watts of [120, 130, 140]) {
      await api.publish(first(), watts)
      await expect.poll(async () => grid(await data(access), '1001'), { interval: 10 }).toBe(watts)
    }
  })

  it('API-03 gives all who ask between two changes the same answer, for two seconds at most', async () => {
    const { access } = await api.signIn('bert@example.org')
    const answer = async () => (await api.get(DATA, access)).body
    await expect.poll(async () => new Set([await answer(), await answer()]).size).toBe(1)
    const before = await answer()
    api.clock.skip(2001)
    expect(await answer()).not.toBe(before)
  })

  it('API-03 starts the energies of today anew at midnight of the system', async () => {
    const midnight = startOfDay(dayAfter(dayOf(api.now(), 'Europe/Berlin')), 'Europe/Berlin')
    api.clock.skip(midnight.getTime() - api.now().getTime() - 1500)
    const { access } = await api.signIn('bert@example.org')
    const before = of(await data(access), 'BERT')?.time ?? ''
    api.clock.skip(1500)
    const after = of(await data(access), 'BERT')?.time ?? ''
    expect(Date.parse(before)).toBeLessThan(midnight.getTime())
    expect(Date.parse(after)).toBeGreaterThanOrEqual(midnight.getTime())
  })

  it("API-03 never shows another owner's", async () => {
    const [a, b] = [await api.signIn('anna@example.org'), await api.signIn('bert@example.org')]
    const answers = await Promise.all([data(a.access), data(b.access), data(a.access), data(b.access)])
    expect(answers.map(sns)).toEqual([['1001', '1002'], ['BERT'], ['1001', '1002'], ['BERT']])
  })

  it('API-03 drops a system that changed hands', async () => {
    const { access } = await api.signIn('bert@example.org')
    const { systems } = await api.owner('cora@example.org', ['CORA'])
    expect(sns(await data(access))).toEqual(['BERT'])
    await api.db.run(
      'update ownership set owner = (select owner from ownership where system = $1) where system = $2',
      [bert[0], systems[0]],
    )
    api.clock.skip(2001)
    expect(sns(await data(access))).toEqual(['BERT', 'CORA'])
    await api.db.run('update ownership set until = now() where system = $1', [systems[0]])
    api.clock.skip(2001)
    expect(sns(await data(access))).toEqual(['BERT'])
  })
})

describe('live', () => {
  it('DSH-07 sends all systems first, then what changes', async () => {
    await api.publish(first(), 500)
    await api.publish(second(), 600)
    const events = await watch((await api.signIn('anna@example.org')).access)
    expect(events.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(events.headers['content-encoding']).toBeUndefined()
    const start = currentDataList.parse(JSON.parse((await events.next('data')).data))
    expect(sns(start)).toEqual(['1001', '1002'])
    expect(grid(start, '1002')).toBe(600)

    await api.publish(second(), 700)
    const news = currentDataList.parse(JSON.parse((await events.next('data')).data))
    expect(sns(news)).toEqual(['1002'])
    expect(grid(news, '1002')).toBe(700)
    events.close()
  })

  it("DSH-07 never shows another owner's systems", async () => {
    const events = await watch((await api.signIn('bert@example.org')).access)
    expect(sns(JSON.parse((await events.next('data')).data))).toEqual(['BERT'])
    await api.publish(first(), 1)
    await api.publish(bert[0] ?? 0, 2)
    const news = JSON.parse((await events.next('data')).data)
    expect(sns(news)).toEqual(['BERT'])
    events.close()
  })

  it('DSH-07 loses nothing that changes while a stream opens', async () => {
    const { access } = await api.signIn('anna@example.org')
    for (let watts = 1000; watts < 1010; watts++) {
      const [events] = await Promise.all([watch(access), api.publish(first(), watts)])
      let seen: number | null | undefined
      while (seen !== watts) seen = grid(JSON.parse((await events.next('data')).data), '1001') ?? seen
      events.close()
    }
  })

  it('AUT-09 DSH-07 ends by the notice that its session has ended, wherever that was', async () => {
    const { access, refresh } = await api.signIn('anna@example.org')
    const other = await api.signIn('anna@example.org')
    const [mine, others] = [await watch(access), await watch(other.access)]
    await Promise.all([mine.next('data'), others.next('data')])
    // With the clock stopped, no cache entry expires: only the notification ends the stream.
    api.clock.stop()
    await api.post('/api/auth/logout/', { refresh })
    expect((await mine.next('end')).data).toBe('')
    await mine.closed
    api.clock.go()
    await api.publish(first(), 7)
    expect(grid(JSON.parse((await others.next('data')).data), '1001')).toBe(7)
    others.close()
  })

  it('AUT-09 DSH-07 ends when the session is gone without a notice', async () => {
    const { access } = await api.signIn('bert@example.org')
    const events = await watch(access)
    await events.next('data')
    await api.db.run('delete from session where owner = (select owner from ownership where system = $1)', [
      bert[0],
    ])
    await events.next('end')
    await events.closed
  })

  it('DSH-07 ends the oldest of an owner when a 21st is opened', async () => {
    const { access } = await api.signIn('bert@example.org')
    const streams = []
    for (let i = 0; i < 21; i++) streams.push(await watch(access))
    await streams[0]?.next('end')
    await Promise.all(streams.slice(1).map((events) => events.next('data')))
    for (const events of streams) events.close()
  })

  it('DSH-07 needs a session', async () => {
    expectProblem(await api.get(LIVE), 401, 'session_required')
    expect((await api.app.inject({ method: 'HEAD', url: LIVE })).statusCode).toBe(405)
  })
})
