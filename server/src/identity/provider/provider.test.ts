import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET, testApi } from '../../../test/api.ts'
import { FLOW_COOKIE, LINK, REDIRECT, type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'
import { ticketKey, tickets } from './tickets.ts'

const ANNA = 'anna@example.org'
const PROVIDER = '/api/auth/provider/'
const linkable = z.object({ outcome: z.literal('link'), email: z.string(), ticket: z.string() })

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
})
beforeEach(async () => {
  for (const table of ['attempt', 'mail', 'identity', 'owner']) await flow.api.db.run(`delete from ${table}`)
  await flow.api.owner(ANNA)
  flow.api.logged.length = 0
})
afterAll(() => flow.close())

const rows = async (table: string) =>
  (await flow.api.db.rows(z.object({ row: z.string() }), `select t::text as row from ${table} t`)).map(
    ({ row }) => row,
  )
const events = () =>
  flow.api.logged
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event !== undefined)
    .map(({ event, outcome }) => `${event} ${outcome}`)
const ticketOf = async (subject: string, stay = false) =>
  linkable.parse((await flow.signIn(subject, stay)).json()).ticket

describe('where to go', () => {
  it('AUT-10 asks for a code with PKCE, state and nonce, back to the one address', async () => {
    const { url } = await flow.begin()
    const { origin, searchParams } = new URL(url)
    expect(origin).toBe(flow.provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect((await flow.api.get(PROVIDER)).json()).toEqual({ name: 'CleverPV' })
  })

  it('AUT-10 keeps what to check in a cookie that no page can read, and nothing of it in the clear', async () => {
    const answer = await flow.api.post(`${PROVIDER}begin/`, {})
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(FLOW_COOKIE)
    expect(cookie).toMatch(/; Path=\/api\/auth\/provider\/; HttpOnly; SameSite=Strict; Secure$/)
    const state = new URL(answer.json().url).searchParams.get('state') ?? ''
    const value = FLOW_COOKIE.exec(cookie)?.[1] ?? ''
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(state)
  })
})

describe('coming back', () => {
  it.each([true, false])(
    'AUT-10 says whether the account of the address has confirmed it: %s',
    async (isConfirmed) => {
      if (!isConfirmed) await flow.api.db.run('update owner set email_confirmed_at = null')
      expect((await flow.signIn(ANNA)).json()).toMatchObject({
        ...{ outcome: 'link', email: ANNA, address_confirmed: isConfirmed },
      })
    },
  )

  it('AUT-10 a first sign-in links to the account of the address by its password; the second signs in', async () => {
    const ticket = await ticketOf(ANNA, true)
    const linked = await flow.link(ticket, PASSWORD)
    expect(linked.json()).toMatchObject({ access: expect.any(String), stay_logged_in: true })
    expect(await rows('identity')).toHaveLength(1)
    expect((await rows('mail')).join()).toContain('linked')
    const again = await flow.signIn(ANNA)
    expect(again.json()).toMatchObject({ outcome: 'signed_in', stay_logged_in: false })
    expect((await flow.api.get('/api/auth/sessions/', again.json().access)).json()).toHaveLength(2)
    expect(events()).toEqual(['sign_in succeeded', 'link succeeded', 'sign_in succeeded'])
  })

  it('AUT-13 clears what strangers have used up of an account', async () => {
    await flow.link(await ticketOf(ANNA), PASSWORD)
    await flow.api.post(
      '/api/auth/token/',
      { email: ANNA, password: 'wrong' },
      { remoteAddress: '203.0.113.1' },
    )
    const counted = () => flow.api.db.run(`select from attempt where resets_at > now() + interval '23 hours'`)
    expect(await counted()).toBe(1)
    await flow.signIn(ANNA)
    expect(await counted()).toBe(0)
  })

  it('AUT-10 AUT-16 a link confirms the address of the account, and no other', async () => {
    await flow.api.owner('bert@example.org')
    await flow.api.db.run('update owner set email_confirmed_at = null')
    const { access } = (await flow.link(await ticketOf(ANNA), PASSWORD)).json()
    expect((await flow.api.get('/api/auth/user/', access)).json()).toMatchObject({ email_confirmed: true })
    const bert = await flow.api.signIn('bert@example.org')
    expect((await flow.api.get('/api/auth/user/', bert.access)).json()).toMatchObject({
      email_confirmed: false,
    })
  })

  it('AUT-10 a wrong password links nothing, and can be tried again', async () => {
    const ticket = await ticketOf(ANNA)
    expectProblem(await flow.link(ticket, 'Falsch-1234'), 401, 'credentials_wrong')
    expect(await rows('identity')).toEqual([])
    expect((await flow.link(ticket, PASSWORD)).statusCode).toBe(200)
  })

  it('AUT-07 AUT-10 linking counts wrong passwords as signing in does', async () => {
    const ticket = await ticketOf(ANNA)
    for (let i = 0; i < 5; i++) expectProblem(await flow.link(ticket, 'Falsch'), 401, 'credentials_wrong')
    expectProblem(await flow.link(ticket, PASSWORD), 429, 'too_many_attempts')
    const form = { email: ANNA, password: PASSWORD }
    expectProblem(await flow.api.post('/api/auth/token/', form), 429, 'too_many_attempts')
  })

  it('AUT-10 an account is found by what the provider calls somebody, not by their address', async () => {
    await flow.link(await ticketOf(ANNA), PASSWORD)
    flow.provider.people.set(ANNA, { email: 'else@example.org', email_verified: false })
    expect((await flow.signIn(ANNA)).json()).toMatchObject({ outcome: 'signed_in' })
    flow.provider.people.clear()
  })

  it('AUT-10 nobody known goes on to registration, with the address the provider vouches for', async () => {
    const answer = (await flow.signIn('new@example.org')).json()
    expect(answer).toEqual({ outcome: 'register', email: 'new@example.org', ticket: expect.any(String) })
    const ticket = tickets(ticketKey(SECRET)).read(answer.ticket, flow.api.now())
    expect(ticket).toMatchObject({ issuer: flow.provider.issuer, subject: 'new@example.org' })
    expect(await rows('owner')).toHaveLength(1)
  })

  it.each([
    ['not verified', { email: ANNA, email_verified: false }],
    ['no address', { email: 'Anna', email_verified: true }],
  ])('AUT-10 an address that is %s shows and links no account', async (_, claims) => {
    flow.provider.people.set('mallory', claims)
    const answer = (await flow.signIn('mallory')).json()
    expect(answer).toEqual({ outcome: 'register', email: null, ticket: expect.any(String) })
    expectProblem(await flow.link(answer.ticket, PASSWORD), 410, 'ticket_expired')
  })

  it('AUT-10 who says no at the provider is refused, and can begin again', async () => {
    expectProblem(await flow.signIn(null), 403, 'provider_refused')
    expect((await flow.signIn(ANNA)).statusCode).toBe(200)
    expect(events()).toEqual(['sign_in refused'])
  })
})

describe('tickets', () => {
  it('AUT-10 a ticket links once, to one owner', async () => {
    await flow.api.owner('bert@example.org')
    const ticket = await ticketOf(ANNA)
    const toBert = tickets(ticketKey(SECRET)).write(
      { issuer: flow.provider.issuer, subject: ANNA, email: 'bert@example.org', stayLoggedIn: false },
      flow.api.now(),
    )
    expect((await flow.link(ticket, PASSWORD)).statusCode).toBe(200)
    for (const used of [ticket, toBert]) expectProblem(await flow.link(used, PASSWORD), 410, 'ticket_expired')
    expect([await rows('identity'), await rows('session'), await rows('mail')].map((r) => r.length)).toEqual([
      1, 1, 1,
    ])
  })

  it('AUT-10 five links at once make one', async () => {
    const ticket = await ticketOf(ANNA)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => flow.link(ticket, PASSWORD).then(({ statusCode }) => statusCode)),
    )
    expect(answers.sort()).toEqual([200, 410, 410, 410, 410])
    expect(await rows('session')).toHaveLength(1)
  })

  it('AUT-10 a ticket is over after 30 minutes, and none that was altered is taken', async () => {
    const ticket = await ticketOf(ANNA)
    for (const at of [0, 20, 40, ticket.length - 2]) {
      const altered = `${ticket.slice(0, at)}${ticket[at] === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`
      expectProblem(await flow.link(altered, PASSWORD), 410, 'ticket_expired')
    }
    for (const madeUp of ['x', '{}', 'A'.repeat(200)])
      expectProblem(await flow.link(madeUp, PASSWORD), 410, 'ticket_expired')
    flow.api.clock.skip(30 * 60_000)
    expectProblem(await flow.link(ticket, PASSWORD), 410, 'ticket_expired')
    expect(await rows('identity')).toEqual([])
  })
})

describe('without a provider', () => {
  it('AUT-10 says that there is none', async () => {
    const api = await testApi()
    expect((await api.get(PROVIDER)).json()).toEqual({ name: null })
    expectProblem(await api.post(`${PROVIDER}begin/`, {}), 503, 'provider_unavailable')
    expectProblem(await api.post(`${PROVIDER}finish/`, { query: '?code=x' }), 503, 'provider_unavailable')
    expectProblem(await api.post(LINK, { ticket: 'x', password: 'x' }), 503, 'provider_unavailable')
    await api.close()
  })
})
