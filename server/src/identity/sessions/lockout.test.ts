import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { deriveKeys } from './keys.ts'
import { knownNetworks } from './known-networks.ts'
import { strangerFailureLimits } from './sign-in-limits.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ANNA = 'anna@example.org'
const HOME = '192.0.2.1'
const ELSEWHERE = '203.0.113.9'

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
beforeEach(async () => {
  await api.db.run('delete from attempt')
  await api.db.run('delete from owner')
  owner = (await api.owner(ANNA)).owner
})
afterAll(() => api.close())

const enter = (password: string, from: string, { cookie = '', email = ANNA } = {}) =>
  api.post(
    '/api/auth/token/',
    { email, password },
    { headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) } },
  )
type Answer = Awaited<ReturnType<typeof enter>>
const cookieOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Secure-kellersonne_device='))
    ?.split(';')[0]
const refresh = (token: string, from: string, cookie = '') =>
  api.post(
    '/api/auth/token/refresh/',
    { refresh: token },
    { headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) } },
  )
const refreshOf = (answer: Answer) => z.object({ refresh: z.string() }).parse(answer.json()).refresh

/** Sets the counts of the day that are at one. */
const countForDay = (hits: number) =>
  api.db.run('update attempt set hits = $1 where hits = 1 and resets_at > $2', [
    hits,
    new Date(api.now().getTime() + 23 * 60 * MINUTE),
  ])
/** Enters a wrong password, and counts 99 more from as many other networks. */
async function attack(email = ANNA) {
  expectProblem(await enter('wrong', '198.51.100.1', { email }), 401, 'credentials_wrong')
  await countForDay(100)
}
/** Uses up the attempts of the network the owner is in, until the correct password alone is refused there. */
async function useUp(network: string) {
  await Promise.all(Array.from({ length: 30 }, () => enter('wrong', network)))
  expectProblem(await enter(PASSWORD, network), 429, 'too_many_attempts')
}
const mails = () =>
  api.db.rows(z.object({ kind: z.string(), owner: z.string() }), 'select kind, owner from mail')

describe('a browser and a network', () => {
  it('AUT-13 are known after a sign-in, and after a session from before was refreshed', async () => {
    const { refresh: token } = await api.signIn(ANNA)
    await api.db.run('delete from known_network')
    const renewed = await refresh(token, HOME)
    const device = cookieOf(renewed)
    expect(device).toBeDefined()
    await attack()
    for (const _ of [1, 2, 3]) expectProblem(await enter('wrong', HOME), 401, 'credentials_wrong')
    expect((await enter(PASSWORD, HOME)).statusCode).toBe(200)
    await useUp(HOME)
    expect((await enter(PASSWORD, HOME, { cookie: device ?? '' })).statusCode).toBe(200)
  })

  it('AUT-13 five wrong passwords close a known browser, to which strangers add none', async () => {
    const cookie = cookieOf(await enter(PASSWORD, HOME)) ?? ''
    for (let i = 0; i < 5; i++)
      expectProblem(await enter('wrong', HOME, { cookie }), 401, 'credentials_wrong')
    expectProblem(await enter(PASSWORD, ELSEWHERE, { cookie }), 429, 'too_many_attempts')
    expect((await enter(PASSWORD, ELSEWHERE)).statusCode).toBe(200)
    api.clock.skip(15 * MINUTE)
    expect((await enter(PASSWORD, HOME, { cookie })).statusCode).toBe(200)
  })

  it('AUT-13 the cookie is kept from scripts, other pages and other owners, and sent once', async () => {
    const answer = await enter(PASSWORD, HOME)
    const whole = [answer.headers['set-cookie'] ?? []].flat().join('\n')
    expect(whole).toMatch(
      /__Secure-kellersonne_device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; Secure; HttpOnly; SameSite=Strict$/m,
    )
    const cookie = cookieOf(answer) ?? ''
    expect(cookieOf(await enter(PASSWORD, HOME, { cookie }))).toBeUndefined()
    const berta = 'berta@example.org'
    await api.owner(berta)
    await useUpOf(berta, cookie)
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'Q' : 'A'}`
    for (const wrong of [forged, `${cookie}x`, cookie.slice(0, -1), '__Secure-kellersonne_device=.'])
      expect(cookieOf(await enter(PASSWORD, HOME, { cookie: wrong }))).toBeDefined()
  })

  /** With another owner's browser, a network has only its five attempts. */
  async function useUpOf(email: string, cookie: string) {
    for (let i = 0; i < 5; i++) await enter('wrong', ELSEWHERE, { email, cookie })
    expectProblem(await enter(PASSWORD, ELSEWHERE, { email }), 429, 'too_many_attempts')
  }

  it('AUT-13 fifty networks are remembered for 90 days, and no address', async () => {
    const signedIn = await enter(PASSWORD, HOME)
    const [session, cookie] = [refreshOf(signedIn), cookieOf(signedIn)]
    api.clock.skip(1000)
    for (let i = 0; i < 50; i++) await refresh(session, `198.51.100.${i}`, cookie)
    const row = z.object({ row: z.string(), seen: z.date() })
    const known = () => api.db.rows(row, 'select n::text as row, seen_at as seen from known_network n')
    expect(await known()).toHaveLength(50)
    expect(JSON.stringify(await known())).not.toMatch(/198\.51|anna/)
    const networks = knownNetworks(api.db, deriveKeys(SECRET).attempt)
    expect(await networks.familiarity(owner, HOME)).toBe('unknown')
    const seen = (await known())[0]?.seen ?? new Date(0)
    await networks.forgetOld(new Date(seen.getTime() + 90 * DAY - 1))
    expect(await known()).not.toEqual([])
    await networks.forgetOld(new Date(api.now().getTime() + 90 * DAY))
    expect(await known()).toEqual([])
  })
})

describe('many at once', () => {
  it('AUT-13 keep no owner waiting who is known, and no more of them wait than can be looked at', async () => {
    const cookie = cookieOf(await enter(PASSWORD, HOME)) ?? ''
    let [answered, refused] = [0, 0]
    async function fail(i: number) {
      const from = `10.${i % 250}.${Math.floor(i / 250)}.1`
      const answer = await enter('wrong', from, { email: `nobody${i}@example.org` })
      if (answer.statusCode === 401) answered += 1
      else refused += 1
      return answer
    }
    const counted = () => api.db.run('select from attempt where hits > 0')
    // In batches: all at once would queue for the database and time out there.
    const strangers: ReturnType<typeof fail>[] = []
    while (refused === 0 && strangers.length < 1000) {
      for (let i = 0; i < 20; i += 1) strangers.push(fail(strangers.length))
      await eventually(async () =>
        expect(refused > 0 || (await counted()) === 4 * strangers.length).toBe(true),
      )
    }
    expect((await enter(PASSWORD, HOME, { cookie })).statusCode).toBe(200)
    const looked = answered
    const all = await Promise.all(strangers)
    expect(looked).toBeLessThan(answered)
    for (const answer of all.filter(({ statusCode }) => statusCode !== 401))
      expectProblem(answer, 503, 'unavailable')
    expect(refused).toBeGreaterThan(0)
    // Attempts whose password was not checked are not counted.
    expect(await counted()).toBe(4 * answered)
  })
})

describe('a stranger with a hundred wrong passwords', () => {
  it('AUT-13 does not lock out the owner, in no network, on no device', async () => {
    const device = cookieOf(await enter(PASSWORD, HOME))
    await attack()
    expect((await enter(PASSWORD, HOME)).statusCode).toBe(200)
    expect((await enter(PASSWORD, ELSEWHERE)).statusCode).toBe(200)
    await useUp('198.51.100.3')
    expect((await enter(PASSWORD, '198.51.100.3', { cookie: device ?? '' })).statusCode).toBe(200)
  })

  it('AUT-13 has one more from each other network in a quarter of an hour', async () => {
    await attack()
    expectProblem(await enter('wrong', ELSEWHERE), 401, 'credentials_wrong')
    const slowed = await enter(PASSWORD, ELSEWHERE)
    expectProblem(slowed, 429, 'too_many_attempts')
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    api.clock.skip(15 * MINUTE)
    expect((await enter(PASSWORD, ELSEWHERE)).statusCode).toBe(200)
  })

  it.each([
    ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'],
    ['203.0.113.9', '203.0.113.10', '203.0.114.9'],
  ])(
    'AUT-13 has one more from all networks of one site together, as from %s and %s',
    async (one, other, away) => {
      await attack()
      expectProblem(await enter('wrong', one), 401, 'credentials_wrong')
      expectProblem(await enter(PASSWORD, other), 429, 'too_many_attempts')
      expect((await enter(PASSWORD, away)).statusCode).toBe(200)
      api.clock.skip(15 * MINUTE)
      expect((await enter(PASSWORD, other)).statusCode).toBe(200)
    },
  )

  it('AUT-13 has three hundred more a day from all sites, and the owner gets in where they are known', async () => {
    const device = cookieOf(await enter(PASSWORD, HOME)) ?? ''
    await attack()
    expectProblem(await enter('wrong', ELSEWHERE), 401, 'credentials_wrong')
    await countForDay(300)
    const AWAY = '2001:db8::1'
    expectProblem(await enter(PASSWORD, AWAY), 429, 'too_many_attempts')
    expect((await enter(PASSWORD, HOME)).statusCode).toBe(200)
    expect((await enter(PASSWORD, AWAY, { cookie: device })).statusCode).toBe(200)
    await api.db.run('delete from known_network')
    await rateLimits(api.db, deriveKeys(SECRET).attempt).forget(strangerFailureLimits(ANNA, ELSEWHERE))
    for (const from of [AWAY, ELSEWHERE, '203.0.113.10'])
      expectProblem(await enter('wrong', from), 401, 'credentials_wrong')
  })

  it('AUT-13 makes the server write to the owner once, and to nobody for an unknown address', async () => {
    await attack()
    expect(await mails()).toEqual([])
    for (const from of [ELSEWHERE, '203.0.113.10']) await enter('wrong', from)
    await eventually(async () => expect(await mails()).toEqual([{ kind: 'sign_in_attacked', owner }]))
    await api.db.run('delete from mail')
    const email = 'nobody@example.org'
    await attack(email)
    await enter('wrong', ELSEWHERE, { email })
    expect(await mails()).toEqual([])
    expectProblem(await enter('wrong', ELSEWHERE, { email }), 429, 'too_many_attempts')
  })

  it('AUT-13 is answered before the owner is written to, so that no answer reveals who has an account', async () => {
    await attack()
    await api.db.transaction(async (sql) => {
      await sql.run('lock table mail')
      expectProblem(await enter('wrong', ELSEWHERE), 401, 'credentials_wrong')
    })
    await eventually(async () => expect(await mails()).toEqual([{ kind: 'sign_in_attacked', owner }]))
  })

  it('AUT-13 leaves a line in the log where the owner could not be written to, and the next one warns', async () => {
    await attack()
    api.logged.length = 0
    await api.db.run('alter table mail rename to mail_away')
    expectProblem(await enter('wrong', ELSEWHERE), 401, 'credentials_wrong')
    await eventually(() => expect(api.logged.join('')).toContain('internal error'))
    await api.db.run('alter table mail_away rename to mail')
    await enter('wrong', ELSEWHERE)
    await eventually(async () => expect(await mails()).toEqual([{ kind: 'sign_in_attacked', owner }]))
  })
})
