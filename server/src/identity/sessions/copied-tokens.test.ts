import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'

const ANNA = 'anna@example.org'
const [HOME, ROAD, THIEF] = ['192.0.2.1', '198.51.100.1', '203.0.113.1']

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
beforeEach(async () => {
  for (const table of ['attempt', 'mail', 'owner']) await api.db.run(`delete from ${table}`)
  await api.owner(ANNA)
})
afterAll(() => api.close())

const from = (network: string, cookie = '') => ({
  headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
})
type Answer = Awaited<ReturnType<TestApi['post']>>
const deviceOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Secure-kellersonne_device='))
    ?.split(';')[0]
const refreshOf = (answer: Answer) => z.object({ refresh: z.string() }).parse(answer.json()).refresh
const enter = (network: string, cookie?: string) =>
  api.post('/api/auth/token/', { email: ANNA, password: PASSWORD }, from(network, cookie))
const refresh = (token: string, network: string, cookie?: string) =>
  api.post('/api/auth/token/refresh/', { refresh: token }, from(network, cookie))
const kinds = async (query: string) =>
  (await api.db.rows(z.object({ kind: z.string() }), query)).map(({ kind }) => kind)
const mails = () => kinds('select kind from mail order by kind')
const alerts = () => kinds('select cause as kind from alert_event')

/** Signs in at home and refreshes twice there, so that the client is known to store its tokens. */
async function begun() {
  const signedIn = await enter(HOME)
  const cookie = deviceOf(signedIn) ?? ''
  const first = refreshOf(await refresh(refreshOf(signedIn), HOME, cookie))
  const second = refreshOf(await refresh(first, HOME, cookie))
  return { cookie, first, second }
}

describe('the token before the newest, within the grace', () => {
  it('AUT-11 ends the session where neither browser nor network is known', async () => {
    const { cookie, first, second } = await begun()
    expectProblem(await refresh(first, THIEF), 401, 'token_reused')
    expect(await mails()).toEqual(['token_reused'])
    expectProblem(await refresh(second, HOME, cookie), 401, 'session_expired')
  })

  it('API-14 AUT-11 ends the session without waiting for whoever keeps the owner, such as a command', async () => {
    const { first } = await begun()
    await api.db.transaction(async (sql) => {
      await sql.run('select from owner for key share')
      expectProblem(await refresh(first, THIEF), 401, 'token_reused')
    })
  })

  it('AUT-11 is mailed about three times a day at most: more would bury the mails that warn the owner', async () => {
    for (let i = 0; i < 5; i += 1) await refresh((await begun()).first, THIEF)
    expect(await mails()).toEqual(['token_reused', 'token_reused', 'token_reused'])
  })

  it('API-02 gets the newest again on the road by its browser, and at home without cookies', async () => {
    const { cookie, first, second } = await begun()
    for (const [network, device] of [
      [ROAD, cookie],
      [HOME, ''],
    ] as const)
      expect(refreshOf(await refresh(first, network, device))).toBe(second)
    expect([await mails(), await alerts()]).toEqual([[], []])
  })

  it('API-02 gets the newest again on the road without cookies, where it was rotated', async () => {
    const { second } = await begun()
    const third = refreshOf(await refresh(second, ROAD))
    expect(refreshOf(await refresh(second, ROAD))).toBe(third)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(third, ROAD)))
    expect(new Set(answers.map(refreshOf)).size).toBe(1)
    expect(await mails()).toEqual([])
  })

  it('AUT-11 ends the session where somebody unknown has rotated it', async () => {
    const { cookie, second } = await begun()
    const stolen = refreshOf(await refresh(second, THIEF))
    expectProblem(await refresh(second, HOME, cookie), 401, 'token_reused')
    expectProblem(await refresh(stolen, THIEF), 401, 'session_expired')
    expect(await mails()).toEqual(['token_reused'])
  })
})

describe('a session that is refreshed by a browser and in a network that are not known', () => {
  const known = () => api.db.run('select from known_network')

  it('AUT-11 AUT-13 makes neither known, and is alerted once', async () => {
    const { second } = await begun()
    const before = await known()
    const answer = await refresh(second, THIEF)
    expect(deviceOf(answer)).toBeUndefined()
    const next = refreshOf(await refresh(refreshOf(answer), ROAD))
    expect([await known(), await alerts()]).toEqual([before, ['sign_in']])
    await api.db.run('delete from alert_event')
    await refresh(next, THIEF)
    expect([await known(), await alerts()]).toEqual([before, []])
  })

  it('AUT-11 is alerted at its time, also where the session began on a new device', async () => {
    await begun()
    const { refresh: token } = z.object({ refresh: z.string() }).parse((await enter(ROAD)).json())
    expect(await alerts()).toEqual(['sign_in'])
    await api.db.run('delete from alert_event')
    api.clock.skip(3_600_000)
    const before = api.now()
    await refresh(token, THIEF)
    const [alert] = await api.db.rows(z.object({ at: z.date() }), 'select at from alert_event')
    expect(alert?.at.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  it('API-02 AUT-11 goes on for a client that reads only the access token, with an alert', async () => {
    const token = refreshOf(await enter(HOME))
    for (const network of [HOME, ROAD, ROAD, THIEF, HOME])
      expect((await refresh(token, network)).statusCode).toBe(200)
    expect(await alerts()).toEqual(['sign_in'])
  })

  it('AUT-13 becomes known by its browser, wherever that is', async () => {
    const { cookie, second } = await begun()
    const third = refreshOf(await refresh(second, ROAD, cookie))
    expect(deviceOf(await refresh(third, ROAD))).toBeDefined()
    expect(await alerts()).toEqual([])
  })
})

it('F14 AUT-13 sign-ins and refreshes by unknown callers wait for nobody who keeps the owner, such as an import', async () => {
  const token = refreshOf(await enter(HOME))
  await api.db.transaction(async (sql) => {
    await sql.run('select from owner for key share')
    expect((await enter(THIEF)).statusCode).toBe(200)
    expect((await refresh(token, ROAD)).statusCode).toBe(200)
  })
  expect(await alerts()).toEqual(['sign_in', 'sign_in'])
})
