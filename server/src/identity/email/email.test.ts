import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'

const USER = '/api/auth/user/'
const EMAIL = '/api/auth/email/'
const ANNA = 'anna@example.org'
const NEW = 'Anna.Neu@example.org'
const OTHER = 'Ganz-neuer-Keller-7'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const { api, letters, reach, tokensIn, user } = setUpRegistration()

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const change = (access: string, form: Record<string, string>) => api().post(USER, form, bearer(access))
const changeEmail = (access: string, email: string) => change(access, { email, current_password: PASSWORD })
const resend = (access: string) => api().post(`${EMAIL}resend/`, {}, bearer(access))
const confirm = (token: string, password = PASSWORD) => api().post(`${EMAIL}confirm/`, { token, password })
const undo = (token: string) => api().post(`${EMAIL}undo/`, { token })
const enter = async (email: string, password = PASSWORD) =>
  (await api().post('/api/auth/token/', { email, password })).statusCode

async function owner(email = ANNA) {
  await api().owner(email)
  return (await api().signIn(email)).access
}
/** Resolves to the token and recipient of the one link to `page` sent since mails were last read. */
async function sent(page: 'confirm' | 'undo') {
  const all = await letters()
  const tokens = tokensIn(all, `email/${page}`)
  expect(tokens).toHaveLength(1)
  return { token: tokens[0] ?? '', to: all.map(({ to }) => to) }
}
/** Changes an address and confirms it; resolves to the token of the link that undoes the change. */
async function changed(access: string, email: string) {
  await changeEmail(access, email)
  expect((await confirm((await sent('confirm')).token)).statusCode).toBe(200)
  return (await sent('undo')).token
}

describe('a new address', () => {
  it('AUT-16 SET-03 counts once the link sent there and the password have been given', async () => {
    const access = await owner()
    expectFaults(await change(access, { email: NEW }), { current_password: 'required' })
    expectProblem(await change(access, { email: NEW, current_password: 'wrong' }), 403, 'password_wrong')
    expect((await changeEmail(access, NEW)).json()).toMatchObject({ email: ANNA, pending_email: NEW })
    expect([await enter(ANNA), await enter(NEW)]).toEqual([200, 401])
    const { token, to } = await sent('confirm')
    expect(to).toEqual([NEW])
    expectProblem(await confirm(token, 'wrong'), 403, 'password_wrong')
    expect((await confirm(token)).json()).toEqual({ email: NEW })
    expect(await user(access)).toMatchObject({ email: NEW, pending_email: null, email_confirmed: true })
    expect([await enter(ANNA), await enter(NEW)]).toEqual([401, 200])
    expect((await sent('undo')).to).toEqual([ANNA])
    expectProblem(await confirm(token), 410, 'link_invalid')
    expect(api().logged.join('')).toContain('"event":"email_confirmation","outcome":"succeeded"')
    expect(api().logged.join('')).not.toMatch(/anna/i)
  })

  it('AUT-16 AUT-18 does not count where another password has come while the old one was checked', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    const confirmed = await api().db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const answer = confirm(token)
      await eventually(async () => expect(await connectionsWaiting(api().db)).toBe(1))
      await sql.run(`update owner set password_hash = 'another'`)
      return { answer }
    })
    expectProblem(await confirmed.answer, 403, 'password_wrong')
    expect(await user(access)).toMatchObject({ email: ANNA, pending_email: NEW })
  })

  it('AUT-16 is answered alike whether it has an account or not; only the mail says so', async () => {
    await api().owner('bert@example.org')
    const access = await owner()
    const taken = await changeEmail(access, 'BERT@example.org')
    expect(taken.json()).toMatchObject({ email: ANNA, pending_email: 'BERT@example.org' })
    const all = await letters()
    expect(all.map(({ to, subject }) => [to, subject])).toEqual([
      ['bert@example.org', 'Diese E-Mail-Adresse hat schon ein Konto bei Kellersonne'],
    ])
    expect(tokensIn(all, 'email/confirm')).toEqual([])
    const free = await changeEmail(access, NEW)
    expect([free.statusCode, Object.keys(free.json())]).toEqual([200, Object.keys(taken.json())])
  })

  it('AUT-16 that somebody else has got meanwhile is not taken from them', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    await api().owner(NEW)
    expectProblem(await confirm(token), 410, 'link_invalid')
    expect((await user(access)).email).toBe(ANNA)
  })

  it('AUT-16 is good for a day, and no longer than another is wanted', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const first = await sent('confirm')
    await changeEmail(access, 'another@example.org')
    const second = await sent('confirm')
    expectProblem(await confirm(first.token), 410, 'link_invalid')
    api().clock.skip(DAY)
    expectProblem(await confirm(second.token), 410, 'link_invalid')
    const again = (await api().signIn(ANNA)).access
    expect((await user(again)).pending_email).toBeNull()
  })

  it('AUT-16 SET-03 is discarded by keeping the present one, without a password', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    expect((await change(access, { email: ANNA })).json()).toMatchObject({ email: ANNA, pending_email: null })
    expectProblem(await confirm(token), 410, 'link_invalid')
  })

  it('SET-03 can be the same in other letters, which there is nothing to undo about', async () => {
    const access = await owner()
    await changeEmail(access, 'Anna@Example.org')
    expect((await confirm((await sent('confirm')).token)).json()).toEqual({ email: 'Anna@Example.org' })
    expect(await letters()).toEqual([])
  })

  it('AUT-16 is written to three times a day at most, and only where mail goes out', async () => {
    const access = await owner()
    for (const email of ['anna1@example.org', 'anna2@example.org', 'anna3@example.org'])
      expect((await changeEmail(access, email)).statusCode).toBe(200)
    expectProblem(await changeEmail(access, 'anna4@example.org'), 429, 'too_many_attempts')
    expect((await user(access)).pending_email).toBe('anna3@example.org')
    for (let i = 0; i < 2; i += 1) expect((await resend(access)).statusCode).toBe(200)
    expectProblem(await resend(access), 429, 'too_many_attempts')
    api().clock.skip(DAY)
    const later = (await api().signIn(ANNA)).access
    reach(false)
    expectProblem(await changeEmail(later, NEW), 503, 'mail_unavailable')
    reach(true)
    expect((await user(later)).pending_email).toBeNull()
  })

  it('AUT-16 lets ten wrong passwords a day through by its link, and keeps the owner’s own tries', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    for (let i = 0; i < 10; i += 1) expectProblem(await confirm(token, 'wrong'), 403, 'password_wrong')
    expectProblem(await confirm(token), 429, 'too_many_attempts')
    expect((await change(access, { password: OTHER, current_password: PASSWORD })).statusCode).toBe(200)
  })

  it('AUT-16 AUT-06 is confirmed however many made-up links others of its network have tried', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    for (let i = 0; i < 20; i += 1) expectProblem(await confirm('made up'), 410, 'link_invalid')
    expectProblem(await confirm('made up'), 429, 'too_many_attempts')
    expect((await confirm(token)).statusCode).toBe(200)
  })

  it('AUT-16 makes links to choose a password useless that were sent to the one before', async () => {
    const access = await owner()
    await api().post('/api/auth/password_reset/', { email: ANNA })
    const [token = ''] = tokensIn(await letters(), 'password_reset')
    await changed(access, NEW)
    const answer = await api().post('/api/auth/password_reset/confirm/', { token, password: OTHER })
    expectProblem(answer, 410, 'link_invalid')
  })
})

describe('the link that undoes a change', () => {
  it('AUT-16 gives the address back, ends all sessions, and voids the password', async () => {
    const access = await owner()
    const token = await changed(access, NEW)
    const thief = await api().signIn(NEW)
    await changeEmail(thief.access, 'third@example.org')
    await letters()
    expect((await undo(token)).json()).toEqual({ email: ANNA })
    await expect.poll(async () => (await api().get(USER, thief.access)).statusCode).toBe(401)
    expect([await enter(ANNA), await enter(NEW)]).toEqual([401, 401])
    const all = await letters()
    expect(all.map(({ to }) => to).sort()).toEqual([NEW, ANNA])
    const [reset = ''] = tokensIn(all, 'password_reset')
    await api().post('/api/auth/password_reset/confirm/', { token: reset, password: OTHER })
    expect(await enter(ANNA, OTHER)).toBe(200)
    expectProblem(await undo(token), 410, 'link_invalid')
    expect(api().logged.join('')).toContain('"event":"email_undo","outcome":"succeeded"')
  })

  it('AUT-16 outweighs those of later changes, and is not outweighed by them', async () => {
    const access = await owner()
    const first = await changed(access, NEW)
    const second = await changed(access, 'third@example.org')
    expect((await undo(second)).json()).toEqual({ email: NEW })
    expect((await undo(first)).json()).toEqual({ email: ANNA })
    const again = await api()
      .owner('bert@example.org')
      .then(() => api().signIn('bert@example.org'))
    const third = await changed(again.access, 'bert2@example.org')
    const fourth = await changed(again.access, 'bert3@example.org')
    expect((await undo(third)).statusCode).toBe(200)
    expectProblem(await undo(fourth), 410, 'link_invalid')
  })

  it('AUT-16 takes its sign-ins at the provider away, nobody else’s, and confirmations that are out', async () => {
    const access = await owner()
    const token = await changed(access, NEW)
    await api().db.run(`insert into identity select 'https://id.example', 'thief', id from owner`)
    await changeEmail(access, 'third@example.org')
    const confirmation = await sent('confirm')
    const { owner: bert } = await api().owner('bert@example.org')
    await api().db.run(`insert into identity values ('https://id.example', 'bert', $1)`, [bert])
    await api().db.run(
      `insert into pairing (owner, code_hash, time_zone, expires_at)
       select id, 'x', 'Europe/Berlin', now() + interval '5 minutes' from owner where email <> 'bert@example.org'`,
    )
    await undo(token)
    expect(await api().db.run('select from pairing')).toBe(0)
    const subjects = await api().db.rows(z.object({ subject: z.string() }), 'select subject from identity')
    expect(subjects).toEqual([{ subject: 'bert' }])
    expectProblem(await confirm(confirmation.token), 410, 'link_invalid')
  })

  it('AUT-16 is good for seven days, and only for what it was made', async () => {
    const access = await owner()
    await changeEmail(access, NEW)
    const { token } = await sent('confirm')
    expectProblem(await undo(token), 410, 'link_invalid')
    await confirm(token)
    const back = (await sent('undo')).token
    expectProblem(await confirm(back), 410, 'link_invalid')
    api().clock.skip(7 * DAY)
    expectProblem(await undo(back), 410, 'link_invalid')
    expect(await enter(NEW)).toBe(200)
  })

  it('AUT-16 takes no address from somebody who has it by now', async () => {
    const access = await owner()
    const token = await changed(access, NEW)
    await api().owner(ANNA)
    expectProblem(await undo(token), 410, 'link_invalid')
    expect((await user(access)).email).toBe(NEW)
  })
})
