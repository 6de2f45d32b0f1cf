import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { LINK, REDIRECT, type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'

const ANNA = 'anna@example.org'
const HOUR_S = 3600
const BEGIN = '/api/auth/provider/begin/'
const FINISH = '/api/auth/provider/finish/'

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
  await flow.api.owner(ANNA)
  const { ticket } = z.object({ ticket: z.string() }).parse((await flow.signIn(ANNA)).json())
  await flow.link(ticket, PASSWORD)
})
beforeEach(async () => {
  await flow.api.db.run('delete from session')
  await flow.api.db.run('delete from attempt')
  flow.api.logged.length = 0
})
afterEach(() => flow.provider.alter(null))
afterAll(() => flow.close())

const count = async () => {
  const counted = z.object({ owners: z.int(), identities: z.int(), sessions: z.int() })
  return flow.api.db.row(
    counted,
    `select (select count(*)::int from owner) as owners, (select count(*)::int from identity) as identities,
     (select count(*)::int from session) as sessions`,
  )
}
type Answer = Awaited<ReturnType<TestFlow['finish']>>
/** Expects a refusal, with no session begun, no ticket, and no secret in the log. */
async function expectNothing(answer: Answer, secrets: readonly string[] = []) {
  expectProblem(answer, 403, 'provider_refused')
  expect(answer.headers['set-cookie']).toMatch(/^provider_flow=; Max-Age=0; /)
  expect(await count()).toEqual({ owners: 1, identities: 1, sessions: 0 })
  const log = flow.api.logged.join('')
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toMatch(/eyJ|code=|state=|id_token/)
  expect(log).toContain('"event":"sign_in","outcome":"refused"')
}
const param = (query: string, name: string) => new URLSearchParams(query).get(name) ?? ''
function changed(query: string, values: Record<string, string | null>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values))
    if (value === null) params.delete(name)
    else params.set(name, value)
  return `?${params}`
}

describe('what comes back through the browser', () => {
  it('AUT-10 a code of another flow is refused, though all else is right', async () => {
    const mallory = await flow.begin()
    const stolen = await flow.provider.visit(mallory.url, ANNA)
    const own = await flow.begin()
    const query = await flow.provider.visit(own.url, ANNA)
    const code = param(stolen, 'code')
    await expectNothing(await flow.finish(changed(query, { code }), own.cookie), [code])
  })

  it('AUT-10 an answer is good only in the browser that asked', async () => {
    const mallory = await flow.begin()
    const query = await flow.provider.visit(mallory.url, 'mallory@example.org')
    const victim = await flow.begin()
    await expectNothing(await flow.finish(query, victim.cookie), [param(query, 'code')])
    await expectNothing(await flow.finish(query, ''))
  })

  it('AUT-10 an answer is good once', async () => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    expect((await flow.finish(query, cookie)).json()).toMatchObject({ outcome: 'signed_in' })
    await flow.api.db.run('delete from session')
    await expectNothing(await flow.finish(query, cookie), [param(query, 'code')])
  })

  it('AUT-10 a used code is refused in a new flow', async () => {
    const first = await flow.begin()
    const used = await flow.provider.visit(first.url, ANNA)
    await flow.finish(used, first.cookie)
    await flow.api.db.run('delete from session')
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    await expectNothing(await flow.finish(changed(query, { code: param(used, 'code') }), cookie))
  })

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer, though the provider names it always', { iss: null }],
    ['another state', { state: 'A'.repeat(43) }],
    ['no state', { state: null }],
    ['no code', { code: null }],
    ['a made-up code', { code: 'A'.repeat(43) }],
    ['an ID token from the front', { id_token: 'e30.e30.' }],
    ['a signed response nobody asked for', { response: 'e30.e30.' }],
  ])('AUT-10 an answer with %s is refused', async (_, values) => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    await expectNothing(await flow.finish(changed(query, values), cookie))
  })

  it.each(['state', 'code', 'iss'])('AUT-10 an answer with two of %s is refused', async (name) => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    await expectNothing(await flow.finish(`${query}&${name}=${param(query, name)}`, cookie))
  })

  it('AUT-10 anything else is refused too', async () => {
    for (const query of ['?', '#code=x', '?error=access_denied', '\u{1F31E}', '?'.repeat(4096)]) {
      const { cookie } = await flow.begin()
      await expectNothing(await flow.finish(query, cookie))
    }
  })
})

describe('the cookie', () => {
  it('AUT-10 is over after ten minutes', async () => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    flow.api.clock.skip(10 * 60_000)
    await expectNothing(await flow.finish(query, cookie))
  })

  it('AUT-10 is refused where a letter of it was altered', async () => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    for (const at of [14, 30, 60, cookie.length - 2]) {
      const altered = `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`
      await expectNothing(await flow.finish(query, altered))
    }
  })

  it('AUT-10 a ticket is no cookie', async () => {
    const { ticket } = z.object({ ticket: z.string() }).parse((await flow.signIn('new@example.org')).json())
    const { url } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    await expectNothing(await flow.finish(query, `provider_flow=${ticket}`))
  })
})

describe('what the provider says', () => {
  const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  /** By the clock of the server under test, which is ahead. */
  const ours = (seconds: number) => Math.floor(flow.api.now().getTime() / 1000) + seconds
  const NEW = { email: 'new@example.org', email_verified: true }
  const wrongs: [string, (claims: JWTPayload) => JWTPayload][] = [
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    [
      'for another party of ours',
      (claims) => ({ ...claims, aud: ['kellersonne', 'another'], azp: 'another' }),
    ],
    ['that is over', (claims) => ({ ...claims, iat: at(-HOUR_S), exp: at(-90) })],
    ['of the future', (claims) => ({ ...claims, nbf: at(90) })],
    ['issued in the future', (claims) => ({ ...claims, iat: ours(90) })],
    ['of nobody', (claims) => ({ ...claims, sub: '' })],
    ['of a name with a NUL', (claims) => ({ ...claims, ...NEW, sub: 'mallory\0' })],
    ['of a name with a line break', (claims) => ({ ...claims, ...NEW, sub: 'mallory\nsucceeded' })],
    ['of half a character', (claims) => ({ ...claims, ...NEW, sub: '\ud800mallory' })],
    ['of a name without end', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
  ]
  it.each(wrongs)('AUT-10 an ID token %s is refused', async (_, alter) => {
    flow.provider.alter(alter)
    await expectNothing(await flow.signIn(ANNA))
  })

  it('AUT-10 an ID token by a key that is not the provider’s is refused', async () => {
    flow.provider.alter((claims) => claims, await flow.provider.newKey())
    await expectNothing(await flow.signIn(ANNA))
  })

  it('AUT-10 clocks may differ by less than a minute', async () => {
    for (const [iat, exp] of [
      [at(-HOUR_S), at(-45)],
      [ours(45), at(HOUR_S)],
    ] as const) {
      flow.provider.alter((claims) => ({ ...claims, iat, exp }))
      expect((await flow.signIn(ANNA)).json()).toMatchObject({ outcome: 'signed_in' })
    }
  })

  it('AUT-10 follows a provider that changes its keys, from one sign-in to the next', async () => {
    expect((await flow.signIn(ANNA)).json()).toMatchObject({ outcome: 'signed_in' })
    await flow.provider.rotate()
    expect((await flow.signIn(ANNA)).json()).toMatchObject({ outcome: 'signed_in' })
  })
})

describe('what is asked', () => {
  it('AUT-10 the provider refuses without PKCE, and so do we', async () => {
    const { url, cookie } = await flow.begin()
    const without = new URL(url)
    for (const name of ['code_challenge', 'code_challenge_method']) without.searchParams.delete(name)
    const query = await flow.provider.visit(without.href, ANNA)
    expect(param(query, 'error')).toBe('invalid_request')
    await expectNothing(await flow.finish(query, cookie))
  })

  it('AUT-10 leads back to our address whatever host is asked, and the provider to no other', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const answer = await flow.api.post(BEGIN, {}, { headers })
    const url = new URL(answer.json().url)
    expect(url.searchParams.get('redirect_uri')).toBe(REDIRECT)
    url.searchParams.set('redirect_uri', 'https://evil.example/login_cleverpv')
    await expect(flow.provider.visit(url.href, ANNA)).rejects.toThrow(/400.*redirect_uri/s)
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://portal.example' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('AUT-10 no other site can begin, finish or link: %j', async (headers) => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, ANNA)
    const own = { headers: { ...headers, cookie } }
    for (const [path, form] of [
      [BEGIN, {}],
      [FINISH, { query }],
      [LINK, { ticket: 'x', password: PASSWORD }],
    ] as const)
      expectProblem(await flow.api.post(path, form, own), 403, 'origin_denied')
    const ours = { headers: { 'sec-fetch-site': 'same-origin', origin: 'https://portal.example', cookie } }
    expect((await flow.api.post(FINISH, { query }, ours)).statusCode).toBe(200)
  })

  it('AUT-07 AUT-10 lets a network ask twenty times a minute, and finish all that it has begun', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, () => flow.begin()))
    expectProblem(await flow.api.post(BEGIN, {}), 429, 'too_many_attempts')
    for (const { url, cookie } of begun) {
      const answer = await flow.finish(await flow.provider.visit(url, ANNA), cookie)
      expect(answer.json()).toMatchObject({ outcome: 'signed_in' })
    }
    flow.api.clock.skip(60_000)
    expect((await flow.api.post(BEGIN, {})).statusCode).toBe(200)
  })

  it('AUT-07 AUT-10 finishes what was begun three times at most', async () => {
    const { url, cookie } = await flow.begin()
    const query = changed(await flow.provider.visit(url, ANNA), { code: 'A'.repeat(43) })
    for (let i = 0; i < 3; i += 1) await expectNothing(await flow.finish(query, cookie))
    expectProblem(await flow.finish(query, cookie), 429, 'too_many_attempts')
  })
})
