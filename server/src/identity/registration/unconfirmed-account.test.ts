import { startPairing } from '@kellersonne/contract/systems/pairing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { anna, answered, expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'
import { deriveKey } from '../../platform/derive.ts'
import { tickets } from '../provider/tickets.ts'

const OTHER = 'Ganz-fremder-Keller-7'
const { api, unclaimed, register, check, confirm, linked, letters, mails, tokensIn, user } =
  setUpRegistration()

const ticketFor = (subject: string, email: string | null) =>
  tickets(deriveKey(SECRET, 'ticket')).write(
    { issuer: 'https://id.example', subject, email, stayLoggedIn: false },
    api().now(),
  )
const since = async () =>
  (
    await api().db.row(z.object({ at: z.date() }), 'select created_at as at from owner order by 1 limit 1')
  )?.at.toISOString()

/** An account by code, whose address is not confirmed yet, and whose address somebody else then registers. */
async function registeredTwice(first: Record<string, string> = {}, second: Record<string, string> = {}) {
  const { code, sn } = await unclaimed()
  const { access, refresh } = answered.parse((await register({ key1: code, ...first })).json())
  const [confirmation = ''] = tokensIn(await letters(), 'email/confirm')
  await register({ key1: '99999', password: OTHER, phone: '030 7654321', ...second })
  return { access, refresh, sn, confirmation, token: await linked() }
}
const existing = { account: 'existing' }
const linkedTo = async (access: string) => (await user(access)).linked

describe('the link of a registration with the address of an account by code', () => {
  it('AUT-15 AUT-16 says since when there is that account', async () => {
    const { token } = await registeredTwice()
    expect((await check(token)).json()).toMatchObject({ unconfirmed_since: await since() })
    await confirm(token, existing)
    await register({ key1: '99999', email: 'bert@example.org' })
    expect((await check(await linked())).json()).toMatchObject({ unconfirmed_since: null })
  })

  it('AUT-16 its mail says so, too, and promises no new account', async () => {
    const { code } = await unclaimed()
    await register({ key1: code })
    await letters()
    for (const form of [{ key1: '99999' }, { own_system: 'true' }]) {
      await register(form)
      const [letter] = await letters()
      expect(letter?.text).toContain('Zu ihr gibt es schon ein Konto, das noch nicht bestätigt ist.')
      expect(letter?.text).toMatch(/mit seinem Passwort, oder Sie legen ein neues an/)
      expect(letter?.text).not.toMatch(/daraus Ihr Konto|kein Konto/)
    }
  })

  it('AUT-16 confirms that account with its password, whoever has asked for the link', async () => {
    const { sn, token } = await registeredTwice({}, { email: anna.email.toUpperCase() })
    const { access } = answered.parse((await confirm(token, existing)).json())
    expect(await user(access)).toMatchObject({
      email: anna.email,
      email_confirmed: true,
      phone: '+49301234567',
    })
    expect((await api().get('/api/auth/usr_sn/', access)).json()).toMatchObject([{ sn }])
  })

  it('AUT-16 does nothing with a wrong password but count it with those of the link to confirm', async () => {
    const { access, confirmation, token } = await registeredTwice()
    for (const password of ['kurz', OTHER])
      expectProblem(await confirm(token, { ...existing, password }), 403, 'password_wrong')
    const again = () => api().post('/api/auth/email/confirm/', { token: confirmation, password: OTHER })
    for (let i = 0; i < 8; i += 1) expectProblem(await again(), 403, 'password_wrong')
    expectProblem(await again(), 429, 'too_many_attempts')
    expectProblem(await confirm(token, existing), 429, 'too_many_attempts')
    expect(await user(access)).toMatchObject({ email: anna.email, email_confirmed: false })
  })

  it('AUT-16 makes another account only of who says so, with the rules for its password', async () => {
    const { access, token } = await registeredTwice()
    expectFaults(await confirm(token), { account: 'required' })
    expectFaults(await confirm(token, { account: 'other' }), { account: 'unknown' })
    for (const [password, rule] of [
      ['kurz', 'too_short'],
      ['P@ssw0rd', 'common'],
    ] as const)
      expectFaults(await confirm(token, { account: 'new', password }), { password: rule })
    expect(await user(access)).toMatchObject({ email: anna.email, email_confirmed: false })
    const made = answered.parse((await confirm(token, { account: 'new', password: OTHER })).json())
    expect(await user(access)).toMatchObject({ email: '' })
    expect(await user(made.access)).toMatchObject({ email: anna.email, phone: '+49307654321' })
  })

  it('AUT-15 AUT-16 spells the address that a new account takes as its own registration does', async () => {
    const { token } = await registeredTwice({ email: anna.email.toUpperCase() })
    const made = answered.parse((await confirm(token, { account: 'new', password: OTHER })).json())
    expect(await user(made.access)).toMatchObject({ email: anna.email })
  })

  it('AUT-16 leads nowhere for an account that is gone, and stays good for a new one', async () => {
    const { token } = await registeredTwice()
    await api().db.run('delete from owner')
    expectProblem(await confirm(token, existing), 410, 'link_invalid')
    expect((await confirm(token)).statusCode).toBe(200)
  })
})

describe('an account that somebody else may have prepared', () => {
  it('AUT-16 AUT-18 has no session, pairing code or sign-in at the provider from before it was confirmed', async () => {
    const { access, refresh, token } = await registeredTwice({ ticket: ticketFor('mallory', null) })
    expect(await linkedTo(access)).toBe(true)
    const headers = { authorization: `Bearer ${access}` }
    await api().post(startPairing.path, { time_zone: 'Europe/Berlin' }, { headers })
    expect(await api().db.run('select from pairing')).toBe(1)
    const confirmed = answered.parse((await confirm(token, existing)).json())
    expectProblem(await api().refresh(refresh), 401, 'session_expired')
    expect(await linkedTo(confirmed.access)).toBe(false)
    expect(await api().db.run('select from pairing')).toBe(0)
    expect(await mails()).toContain('unlinked')
  })

  it('AUT-16 AUT-13 knows neither browser nor network from before it was confirmed', async () => {
    const { code } = await unclaimed()
    const theirs = { remoteAddress: '203.0.113.9' }
    const cookie = (await register({ key1: code }, theirs)).headers['set-cookie']
    await letters()
    await register({ key1: '99999' })
    await confirm(await linked(), existing)
    const headers = { cookie: [cookie].flat().join('; ') }
    const form = { email: anna.email, password: PASSWORD }
    await api().post('/api/auth/token/', form, { ...theirs, headers })
    const row = z.object({ isNew: z.boolean() })
    const newest = 'select new_device as "isNew" from session order by created_at desc limit 1'
    expect(await api().db.row(row, newest)).toEqual({ isNew: true })
  })

  it('AUT-15 AUT-18 is linked to a sign-in that vouches for its address in place of another, which its owner reads', async () => {
    const { token } = await registeredTwice(
      { ticket: ticketFor('mallory', null) },
      { ticket: ticketFor('anna', anna.email) },
    )
    const { access } = answered.parse((await confirm(token, existing)).json())
    expect(await linkedTo(access)).toBe(true)
    const row = z.object({ subject: z.string() })
    expect(await api().db.rows(row, 'select subject from identity')).toEqual([{ subject: 'anna' }])
    expect(await mails()).toEqual(['linked', 'unlinked'])
  })

  it('AUT-15 AUT-18 keeps a sign-in that its link vouches for, though a stranger registers the address later', async () => {
    const { token } = await registeredTwice(
      { ticket: ticketFor('anna', null) },
      { ticket: ticketFor('anna', anna.email) },
    )
    api().clock.skip(1000)
    await register({ key1: '99999', email: anna.email.toUpperCase() })
    const { access } = answered.parse((await confirm(token, existing)).json())
    expect(await linkedTo(access)).toBe(true)
  })

  it('AUT-15 AUT-18 keeps a sign-in that vouches for its address, without a mail', async () => {
    const { token } = await registeredTwice(
      { ticket: ticketFor('anna', null) },
      { ticket: ticketFor('anna', anna.email) },
    )
    const { access } = answered.parse((await confirm(token, existing)).json())
    expect(await linkedTo(access)).toBe(true)
    expect(await mails()).toEqual([])
  })
})
