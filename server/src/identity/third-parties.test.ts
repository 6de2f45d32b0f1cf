import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../test/api.ts'
import { type TestFlow, testFlow } from '../../test/provider/provider-flow.ts'

const ANNA = 'anna@example.org'
const HERE = '203.0.113.1'
const HOUR = 3_600_000

let flow: TestFlow
/** The answer of the mail server, which comes when the test says so. */
let greeting: PromiseWithResolvers<boolean>
beforeAll(async () => {
  flow = await testFlow({ mail: { isReachable: () => greeting.promise } })
})
beforeEach(async () => {
  greeting = Promise.withResolvers()
  await flow.api.db.run('delete from attempt')
  await flow.api.db.run('delete from owner')
  await flow.api.owner(ANNA)
})
afterEach(() => flow.provider.hang(false))
afterAll(() => flow.close())

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  flow.api.post(url, form, { headers: { 'x-forwarded-for': HERE, ...headers } })
const ask = (email: string) => post('/api/auth/password_reset/', { email })
/** Resolves once somebody of the same network without a session was answered. */
const answered = async () => {
  const form = { token: 'f'.repeat(96), password: 'Neues-Passwort-1' }
  expectProblem(await post('/api/auth/password_reset/confirm/', form), 410, 'link_invalid')
}
/** Resolves once a limit, of at least this window, has counted so many attempts. */
const counted = (times: number, windowMs = 0) =>
  eventually(async () => {
    const since = new Date(flow.api.now().getTime() + windowMs)
    const reached = 'select from attempt where hits >= $1 and resets_at > $2'
    expect(await flow.api.db.run(reached, [times, since])).toBeGreaterThan(0)
  })

describe('a mail server that does not answer', () => {
  it('API-14 F14 keeps no others of a network waiting, and what waits for it is counted first', async () => {
    const waiting = Array.from({ length: 8 }, (_, i) => ask(`nobody${i}@example.org`))
    await counted(8)
    await answered()
    for (let i = 0; i < 3; i += 1) waiting.push(ask(ANNA))
    await counted(11)
    expectProblem(await ask(ANNA), 429, 'too_many_attempts')
    greeting.resolve(true)
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200)
  })

  it('AUT-06 uses up nobody’s requests for links', async () => {
    greeting.resolve(false)
    for (let i = 0; i < 4; i += 1) expectProblem(await ask(ANNA), 503, 'mail_unavailable')
    expect(await flow.api.db.run('select from attempt')).toBe(0)
  })

  it('API-14 F14 keeps no other call of an owner waiting, nor uses up their changes of address', async () => {
    await flow.api.db.run('update owner set email_confirmed_at = null')
    const { access } = await flow.api.signIn(ANNA)
    const change = (email: string) =>
      post('/api/auth/user/', { email, current_password: PASSWORD }, { authorization: `Bearer ${access}` })
    const waiting = Array.from({ length: 3 }, (_, i) => change(`anna${i}@example.org`))
    await counted(3, 12 * HOUR)
    const resending = post('/api/auth/email/resend/', {}, { authorization: `Bearer ${access}` })
    expect((await flow.api.get('/api/auth/user/', access)).statusCode).toBe(200)
    expectProblem(await change('bert@example.org'), 429, 'too_many_attempts')
    greeting.resolve(false)
    for (const answer of await Promise.all([...waiting, resending]))
      expectProblem(answer, 503, 'mail_unavailable')
    expect(await flow.api.db.run('select from attempt where hits > 0')).toBe(0)
  })

  it('API-14 F14 keeps none waiting who register, and nobody behind them', async () => {
    const form = {
      ...{ email: 'new@example.org', password: PASSWORD, phone: '030 1234567', country: 'DE', lang: 'de' },
      ...{ key1: '99999', terms: TERMS_VERSION },
    }
    const waiting = Array.from({ length: 8 }, () => post('/api/auth/register/', form))
    await counted(8)
    await answered()
    greeting.resolve(false)
    for (const answer of await Promise.all(waiting)) expectProblem(answer, 503, 'mail_unavailable')
  })
})

describe('a provider that does not answer', () => {
  it('API-14 AUT-10 F14 keeps no others of a network waiting', async () => {
    const finish = async ({ url, cookie }: Awaited<ReturnType<TestFlow['begin']>>) => {
      const query = await flow.provider.visit(url, ANNA)
      return () => post('/api/auth/provider/finish/', { query }, { cookie })
    }
    const finishes = [await finish(await flow.begin()), await finish(await flow.begin())]
    const { refresh } = await flow.api.signIn(ANNA)
    await flow.api.db.run('delete from attempt')
    flow.provider.hang(true)
    let ended = 0
    const waiting = [...finishes, ...finishes].map((one) =>
      one().finally(() => {
        ended += 1
      }),
    )
    await counted(2)
    await answered()
    expect((await post('/api/auth/token/refresh/', { refresh })).statusCode).toBe(200)
    // None of them was given up before.
    expect(ended).toBe(0)
    for (const answer of await Promise.all(waiting)) expectProblem(answer, 503, 'provider_unavailable')
  })
})
