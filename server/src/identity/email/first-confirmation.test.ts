import { makePassportLink } from '@kellersonne/contract/energy/battery-passport'
import { chooseAlerts } from '@kellersonne/contract/messages/alerts'
import { startPairing } from '@kellersonne/contract/systems/pairing'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { anna, answered, setUpRegistration } from '../../../test/set-up/registration.ts'
import { deriveKey } from '../../platform/derive.ts'
import { tickets } from '../provider/tickets.ts'

const CONFIRM = '/api/auth/email/confirm/'
const NEW = 'anna.neu@example.org'
/** Where whoever prepares an account is. */
const theirs = { remoteAddress: '203.0.113.9' }
const { api, unclaimed, register, letters, mails, tokensIn, user } = setUpRegistration()

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const confirm = (token: string, proof: { refresh?: string } = {}, from: InjectOptions = {}) =>
  api().post(CONFIRM, { token, password: PASSWORD, ...proof }, from)
const signIn = (more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  api().post('/api/auth/token/', { email: anna.email, password: PASSWORD }, more)
const cookiesOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) => ({
  cookie: [answer.headers['set-cookie']].flat().join('; '),
})
const rows = (table: string) => api().db.run(`select from ${table}`)
const newest = async () =>
  api().db.row(
    z.object({ isNew: z.boolean() }),
    'select new_device as "isNew" from session order by created_at desc limit 1',
  )

/** An account by code, whose address is not confirmed yet. */
async function prepared(form: Record<string, string> = {}) {
  const { code, sn } = await unclaimed()
  const answer = await register({ key1: code, ...form }, theirs)
  const [token = ''] = tokensIn(await letters(), 'email/confirm')
  return { ...answered.parse(answer.json()), sn, token, cookies: cookiesOf(answer) }
}

describe('an account that somebody else may have prepared, once the link to its address is followed', () => {
  it('AUT-16 AUT-18 has no session, pairing code, passport link or sign-in at the provider from before', async () => {
    const ticket = tickets(deriveKey(SECRET, 'ticket')).write(
      { issuer: 'https://id.example', subject: 'mallory', email: null, stayLoggedIn: false },
      api().now(),
    )
    const { access, refresh, sn, token } = await prepared({ ticket })
    await api().post(startPairing.path, { time_zone: 'Europe/Berlin' }, bearer(access))
    await api().post(makePassportLink.path, { sn, lasts: 'year', with_serial: 'true' }, bearer(access))
    const tables = ['identity', 'pairing', 'passport_link'] as const
    for (const table of tables) expect([table, await rows(table)]).toEqual([table, 1])
    expect((await confirm(token)).statusCode).toBe(200)
    expectProblem(await api().refresh(refresh), 401, 'session_expired')
    for (const table of tables) expect([table, await rows(table)]).toEqual([table, 0])
    expect(await mails()).toEqual(['unlinked'])
  })

  it('AUT-16 AUT-13 knows neither browser nor network from before, and its owner reads of their sign-in', async () => {
    const { access, token, cookies } = await prepared()
    await api().post(chooseAlerts.path, { topic: 'sign_in', email: 'false' }, bearer(access))
    await confirm(token)
    await signIn({ ...theirs, headers: cookies })
    expect(await newest()).toEqual({ isNew: true })
    const set = z.object({ email: z.boolean() })
    expect(await api().db.rows(set, 'select email from alert_setting')).toEqual([{ email: true }])
  })

  it('AUT-16 AUT-13 keeps the session that whoever follows it proves, and knows its browser', async () => {
    const { access, refresh, token } = await prepared()
    const other = (await signIn()).json()
    const answer = await confirm(token, { refresh })
    expect(await user(access)).toMatchObject({ email_confirmed: true })
    expectProblem(await api().refresh(other.refresh), 401, 'session_expired')
    await signIn({ ...theirs, headers: cookiesOf(answer) })
    expect(await newest()).toEqual({ isNew: false })
  })

  it('AUT-16 ALR-21 shows alerts in no browser of before, also not in that of the session it keeps', async () => {
    const { refresh, token } = await prepared()
    await api().db.run(
      `insert into push_subscription (owner, session, endpoint, p256dh, auth, service, made_at)
       select owner, id, 'https://push.example/1', repeat('B', 87), repeat('a', 22), 'own', now() from session`,
    )
    expect((await confirm(token, { refresh })).statusCode).toBe(200)
    expect([await rows('session'), await rows('push_subscription')]).toEqual([1, 0])
  })

  it('AUT-16 AUT-13 knows the network from which that was, if it did before', async () => {
    const { token } = await prepared()
    await confirm(token, {}, theirs)
    await signIn(theirs)
    expect(await newest()).toEqual({ isNew: false })
    await signIn({ remoteAddress: '198.51.100.7' })
    expect(await newest()).toEqual({ isNew: true })
  })

  it('AUT-16 keeps no session by a token that is made up or of another account', async () => {
    await api().owner('bert@example.org')
    const bert = await api().signIn('bert@example.org')
    for (const proof of ['A'.repeat(48), bert.refresh]) {
      await api().db.run('delete from owner where email = $1', [anna.email])
      const { refresh, token } = await prepared()
      const answer = await confirm(token, { refresh: proof })
      expect(answer.headers['set-cookie']).toBeUndefined()
      expectProblem(await api().refresh(refresh), 401, 'session_expired')
    }
    expect((await api().refresh(bert.refresh)).statusCode).toBe(200)
  })

  it('AUT-16 ends where its owner changes the address before one is confirmed, too', async () => {
    const { access, refresh } = await prepared()
    await api().post('/api/auth/user/', { email: NEW, current_password: PASSWORD }, bearer(access))
    const [token = ''] = tokensIn(await letters(), 'email/confirm')
    expect((await confirm(token)).json()).toEqual({ email: NEW })
    expectProblem(await api().refresh(refresh), 401, 'session_expired')
  })
})

describe('an account whose address was confirmed before', () => {
  it('AUT-16 AUT-13 loses nothing when another is', async () => {
    await api().owner(anna.email)
    const answer = await signIn(theirs)
    const { access, refresh } = answer.json()
    await api().post('/api/auth/user/', { email: NEW, current_password: PASSWORD }, bearer(access))
    const [token = ''] = tokensIn(await letters(), 'email/confirm')
    expect((await confirm(token)).statusCode).toBe(200)
    expect((await api().refresh(refresh)).statusCode).toBe(200)
    const again = { email: NEW, password: PASSWORD }
    await api().post('/api/auth/token/', again, { headers: cookiesOf(answer) })
    expect(await newest()).toEqual({ isNew: false })
  })
})
