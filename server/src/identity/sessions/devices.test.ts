import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { SESSION_ENDED, sessionStore } from './store.ts'

const SESSIONS = '/api/auth/sessions/'
const END = '/api/auth/sessions/end/'
const ANNA = 'anna@example.org'
const HOUR = 3_600_000
const pairingStarted = z.object({ pairing_code: z.string() })
const answered = z.object({ access: z.string(), refresh: z.string() })

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner(ANNA)
  await api.owner('bert@example.org')
})
beforeEach(() => api.db.run('delete from session'))
afterAll(() => api.close())

const enter = async (agent: string) =>
  answered.parse(
    (
      await api.post(
        '/api/auth/token/',
        { email: ANNA, password: PASSWORD },
        { headers: { 'user-agent': agent } },
      )
    ).json(),
  )
const list = async (access: string) =>
  z
    .array(z.object({ id: z.string(), current: z.boolean(), agent: z.nullable(z.string()) }))
    .parse((await api.get(SESSIONS, access)).json())
const end = (access: string, id: string) =>
  api.post(END, { id }, { headers: { authorization: `Bearer ${access}` } })

const startPairing = async (access: string) =>
  pairingStarted.parse(
    (
      await api.post(
        '/api/auth/usr_sn/pairing/',
        { time_zone: 'Europe/Vienna' },
        { headers: { authorization: `Bearer ${access}` } },
      )
    ).json(),
  )
const pair = (code: string) => api.post('/api/gateways/', { pairing_code: code, secret: 'a'.repeat(43) })

describe('where an owner is signed in', () => {
  it('AUT-11 API-12 is listed, the newest use first, with what each browser calls itself', async () => {
    const firefox = await enter('Firefox/153')
    api.clock.skip(1000)
    await api.signIn(ANNA, true)
    await api.signIn('bert@example.org')
    api.clock.skip(1000)
    await api.refresh(firefox.refresh)
    const given = await api.get(SESSIONS, firefox.access)
    expect(given.json()).toMatchObject([
      { agent: 'Firefox/153', current: true, stay_logged_in: false },
      { current: false, stay_logged_in: true },
    ])
    const [{ created_at, used_at }] = given.json()
    expect(Date.parse(used_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(2000)
    expectProblem(await api.get(SESSIONS), 401, 'session_required')
  })

  it('AUT-11 keeps 300 characters of what a browser calls itself, as they are', async () => {
    const agent = `<b>"Fire'fox"</b>${'x'.repeat(300)}`
    const { access } = await enter(agent)
    expect((await list(access)).map((one) => one.agent)).toEqual([agent.slice(0, 300)])
  })

  it('AUT-11 F15 are fifty sessions at most: the one not used for longest ends for a new one', async () => {
    const { owner } = await api.owner('carla@example.org')
    const begin = async (minute: number) => {
      const id = randomUUID()
      const at = new Date(api.now().getTime() + minute * 60_000)
      const made = { id, owner, stayLoggedIn: true, agent: null }
      expect(await sessionStore(api.db).create(made, null, at)).toBe(true)
      return id
    }
    const left = async () => (await sessionStore(api.db).ofOwner(owner)).map(({ id }) => id)
    await api.signIn(ANNA)
    const first = await begin(0)
    const second = await begin(1)
    await Promise.all(Array.from({ length: 48 }, () => begin(2)))
    await sessionStore(api.db).rotate(first, 0, null, new Date(api.now().getTime() + 3 * 60_000))
    const ended: string[] = []
    const unlisten = api.db.listen(SESSION_ENDED, (id) => ended.push(id), vi.fn())
    const newest = await begin(4)
    expect(await left()).toHaveLength(50)
    expect((await left()).slice(0, 2)).toEqual([newest, first])
    await expect.poll(() => ended).toEqual([second])
    unlisten()

    await Promise.all(Array.from({ length: 70 }, () => begin(5)))
    expect(await left()).toHaveLength(50)
    expect(await api.db.run('select from session where owner <> $1', [owner])).toBe(1)
  })

  it('AUT-11 leaves out what is over but not yet cleaned up', async () => {
    await api.signIn(ANNA)
    api.clock.skip(12 * HOUR)
    const { access } = await api.signIn(ANNA)
    expect(await list(access)).toMatchObject([{ current: true }])
  })
})

describe('ending a session from elsewhere', () => {
  it('AUT-11 API-12 refuses its tokens at once, and spares the others', async () => {
    const [lost, here] = [await enter('a phone'), await enter('a desk')]
    api.clock.stop()
    expect((await list(lost.access)).length).toBe(2)
    const phone = (await list(here.access)).find(({ agent }) => agent === 'a phone')
    expect((await end(here.access, phone?.id ?? '')).statusCode).toBe(200)
    await expect.poll(async () => (await api.get(SESSIONS, lost.access)).statusCode).toBe(401)
    api.clock.go()
    expectProblem(await api.refresh(lost.refresh), 401, 'session_expired')
    expect(await list(here.access)).toMatchObject([{ agent: 'a desk', current: true }])
    expect(api.logged.join('')).toContain('"event":"session_end","outcome":"succeeded"')
  })

  it('AUT-11 GWY-20 voids a pairing code, which whoever has the lost device may have asked for', async () => {
    const [lost, here] = [await enter('a phone'), await enter('a desk')]
    const { pairing_code } = await startPairing(lost.access)
    const phone = (await list(here.access)).find(({ agent }) => agent === 'a phone')
    expect((await end(here.access, phone?.id ?? '')).statusCode).toBe(200)
    expectProblem(await pair(pairing_code), 410, 'pairing_invalid')
  })

  it("AUT-11 does not find another owner's, or one that is over, and leaves it", async () => {
    const anna = await api.signIn(ANNA)
    const bert = await api.signIn('bert@example.org')
    const [foreign] = await list(bert.access)
    expectProblem(await end(anna.access, foreign?.id ?? ''), 404, 'not_found')
    expectProblem(await end(anna.access, randomUUID()), 404, 'not_found')
    expectProblem(await end(anna.access, 'nonsense'), 400, 'input_invalid')
    expect(await list(bert.access)).toHaveLength(1)
  })

  it('AUT-11 can be the one it is asked from', async () => {
    const { access } = await api.signIn(ANNA)
    const [own] = await list(access)
    expect((await end(access, own?.id ?? '')).statusCode).toBe(200)
    await expect.poll(async () => (await api.get(SESSIONS, access)).statusCode).toBe(401)
  })
})

describe('a stolen token', () => {
  it('AUT-11 is sent to the owner by mail, once', async () => {
    const first = await api.signIn(ANNA)
    const second = answered.parse((await api.refresh(first.refresh)).json())
    await api.refresh(second.refresh)
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.refresh(first.refresh)))
    for (const answer of answers) expect(answer.statusCode).toBe(401)
    const mails = await api.db.rows(z.object({ kind: z.string() }), 'select kind from mail')
    expect(mails).toEqual([{ kind: 'token_reused' }])
  })

  it('AUT-11 GWY-20 that is used again voids a pairing code, which the thief may have asked for', async () => {
    const first = await api.signIn(ANNA)
    const second = answered.parse((await api.refresh(first.refresh)).json())
    const { pairing_code } = await startPairing(second.access)
    await api.refresh(second.refresh)
    expectProblem(await api.refresh(first.refresh), 401, 'token_reused')
    expectProblem(await pair(pairing_code), 410, 'pairing_invalid')
  })
})
