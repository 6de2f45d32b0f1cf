import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import type { Sql } from '../../platform/db/database.ts'
import { lockOwner } from '../../systems/owners.ts'
import { accountStore } from '../accounts/store.ts'
import { deriveKeys } from './keys.ts'
import { knownNetworks } from './known-networks.ts'
import { sessionStore } from './store.ts'

const ANNA = 'anna@example.org'
const NEW = 'Ganz-neuer-Keller-7'
const [HOME, OFFICE, ROAD, THIEF] = ['192.0.2.1', '192.0.3.1', '198.51.100.1', '203.0.113.1']

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
beforeEach(async () => {
  for (const table of ['attempt', 'mail', 'owner']) await api.db.run(`delete from ${table}`)
  owner = (await api.owner(ANNA)).owner
})
afterAll(() => api.close())

const from = (network: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': network, ...more },
})
type Answer = Awaited<ReturnType<TestApi['post']>>
const tokensOf = (answer: Answer) =>
  z.object({ access: z.string(), refresh: z.string() }).parse(answer.json())
const deviceOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Secure-kellersonne_device='))
    ?.split(';')[0] ?? ''
const enter = (password: string, network: string, cookie = '') =>
  api.post(
    '/api/auth/token/',
    { email: ANNA, password, stay_logged_in: 'true' },
    from(network, cookie ? { cookie } : {}),
  )
const refresh = (token: string, network: string, cookie = '') =>
  api.post('/api/auth/token/refresh/', { refresh: token }, from(network, cookie ? { cookie } : {}))
async function changePassword(access: string, network: string) {
  const form = { password: NEW, current_password: PASSWORD }
  const answer = await api.post('/api/auth/user/', form, from(network, { authorization: `Bearer ${access}` }))
  expect(answer.statusCode).toBe(200)
  return answer
}
const familiarity = (network: string) =>
  knownNetworks(api.db, deriveKeys(SECRET).attempt).familiarity(owner, network)
const alerts = () => api.db.run(`select from alert_event where cause = 'sign_in'`)
/** Strangers use up what they may try at this account in a day. */
async function attack() {
  for (const [network, hits] of [
    ['100.64.0.1', 100],
    ['100.65.0.1', 300],
  ] as const) {
    expectProblem(await enter('wrong', network), 401, 'credentials_wrong')
    await api.db.run('update attempt set hits = $1 where hits = 1 and resets_at > $2', [
      hits,
      new Date(api.now().getTime() + 23 * 3_600_000),
    ])
  }
  expectProblem(await enter(PASSWORD, '100.66.0.1'), 429, 'too_many_attempts')
}

describe('networks of a former password', () => {
  it('AUT-13 are no longer known, but for the one in which another is chosen, until the owner signs in there', async () => {
    const { access } = tokensOf(await enter(PASSWORD, HOME))
    for (const network of [ROAD, OFFICE]) await enter(PASSWORD, network)
    await changePassword(access, HOME)
    expect(await Promise.all([HOME, ROAD, OFFICE, THIEF].map(familiarity))).toEqual([
      'known',
      'former',
      'former',
      'unknown',
    ])
    expect((await enter(NEW, ROAD)).statusCode).toBe(200)
    expect([await familiarity(ROAD), await alerts()]).toEqual(['known', 3])
  })

  it('AUT-11 AUT-13 leave no account without one, in which a copied token would count as the first sign-in', async () => {
    const { access, refresh: token } = tokensOf(await enter(PASSWORD, HOME))
    await changePassword(access, ROAD)
    await refresh(token, THIEF)
    expect([await familiarity(THIEF), await alerts()]).toEqual(['unknown', 1])
  })

  it('AUT-13 are not counted with strangers, who would lock the owner out of them by the next password', async () => {
    const { access } = tokensOf(await enter(PASSWORD, HOME))
    await enter(PASSWORD, OFFICE)
    await attack()
    await changePassword(access, HOME)
    expectProblem(await enter(NEW, THIEF), 429, 'too_many_attempts')
    expectProblem(await enter('wrong', OFFICE), 401, 'credentials_wrong')
    expect((await enter(NEW, OFFICE)).statusCode).toBe(200)
  })

  it('AUT-13 fail fifty times a day together, as whoever knew the password may have made any number known', async () => {
    const { access } = tokensOf(await enter(PASSWORD, HOME))
    const networks = Array.from({ length: 11 }, (_, i) => `198.18.${i}.1`)
    for (const network of networks) await enter(PASSWORD, network)
    await attack()
    await changePassword(access, HOME)
    for (const network of networks.slice(1))
      for (let i = 0; i < 5; i += 1) expectProblem(await enter('wrong', network), 401, 'credentials_wrong')
    expectProblem(await enter(NEW, networks[0] ?? ''), 429, 'too_many_attempts')
    expect((await enter(NEW, HOME)).statusCode).toBe(200)
  })
})

it('AUT-11 AUT-13 the browser in which a password is chosen stays known, wherever it is next', async () => {
  const { access, refresh: token } = tokensOf(await enter(PASSWORD, HOME))
  const cookie = deviceOf(await changePassword(access, HOME))
  expect((await refresh(token, ROAD, cookie)).statusCode).toBe(200)
  expect([await familiarity(ROAD), await alerts()]).toEqual(['known', 0])
})

describe('a password that is chosen while somebody who has the former one is being admitted', () => {
  const locked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = () => eventually(async () => expect(await api.db.run(locked)).toBe(1))
  async function choose(sql: Sql) {
    await lockOwner(sql, owner)
    await accountStore(sql).change(owner, { passwordHash: 'another' }, api.now())
    await knownNetworks(sql, deriveKeys(SECRET).attempt).makeFormer(owner, HOME)
  }

  it('AUT-13 leaves the network of a sign-in unknown', async () => {
    const cookie = deviceOf(await enter(PASSWORD, HOME))
    const entering = await api.db.transaction(async (sql) => {
      await sql.run('lock table known_network')
      const answer = enter(PASSWORD, THIEF, cookie)
      await waiting()
      await choose(sql)
      await sessionStore(sql).endAll(owner)
      return { answer }
    })
    expect((await entering.answer).statusCode).toBe(200)
    expect(await familiarity(THIEF)).toBe('unknown')
  })

  it('AUT-11 AUT-13 makes the network of a copied token former, whose session is spared', async () => {
    const { refresh: token } = tokensOf(await enter(PASSWORD, HOME))
    await enter(PASSWORD, THIEF)
    api.clock.skip(25 * 3_600_000)
    const refreshing = await api.db.transaction(async (sql) => {
      await lockOwner(sql, owner)
      const answer = refresh(token, THIEF)
      await waiting()
      await choose(sql)
      return { answer }
    })
    expect((await refreshing.answer).statusCode).toBe(200)
    expect(await familiarity(THIEF)).toBe('former')
  })
})
