import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../test/api.ts'
import { anna, answered, registering } from '../../test/registering.ts'
import { tendUnconfirmed } from './unconfirmed.ts'

const EMAIL = '/api/auth/email/'
const OTHER = 'Ganz-neuer-Keller-7'
const DAY = 24 * 3_600_000
const {
  api,
  unclaimed,
  register,
  letters,
  linked,
  confirm: endRegistration,
  tokensIn,
  emails,
  user,
} = registering()

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const confirm = (token: string, password = PASSWORD) => api().post(`${EMAIL}confirm/`, { token, password })
const resend = (access: string) => api().post(`${EMAIL}resend/`, {}, bearer(access))

/** Registers with a code: an account, and a link to its address. */
async function registered() {
  const { code } = await unclaimed()
  const { access } = answered.parse((await register({ key1: code })).json())
  const all = await letters()
  const [token = ''] = tokensIn(all, 'email/confirm')
  return { access, token, sent: all.map(({ subject }) => subject) }
}
/** What the job does until there is nothing left. */
async function tend() {
  while (await api().db.transaction((sql) => tendUnconfirmed(sql, api().now())));
  return (await letters()).map(({ to, subject }) => [to, subject])
}
const reminder = [anna.email, 'Bitte bestätigen Sie Ihre E-Mail-Adresse']

describe('an account that was registered by a code', () => {
  it('AUT-16 gets nothing but links to confirm its address until one is used with the password', async () => {
    const { access, token, sent } = await registered()
    expect(sent).toEqual(['Bitte bestätigen Sie Ihre E-Mail-Adresse'])
    expect(await user(access)).toMatchObject({ email_confirmed: false, pending_email: null })
    await api().post('/api/auth/user/', { password: OTHER, current_password: PASSWORD }, bearer(access))
    expect(await letters()).toEqual([])
    expectProblem(await confirm(token), 403, 'password_wrong')
    expect((await confirm(token, OTHER)).json()).toEqual({ email: anna.email })
    expect(await user(access)).toMatchObject({ email_confirmed: true })
    await api().post('/api/auth/user/', { password: PASSWORD, current_password: OTHER }, bearer(access))
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Ihr Passwort wurde geändert'])
    expectProblem(await resend(access), 404, 'not_found')
  })

  it('AUT-16 gives whoever has a mistyped mailbox no password', async () => {
    await registered()
    await api().post('/api/auth/password_reset/', { email: anna.email })
    const all = await letters()
    expect(all.map(({ subject }) => subject)).toEqual([
      'Neues Passwort: Ihre Adresse ist noch nicht bestätigt',
    ])
    expect(tokensIn(all, 'password_reset')).toEqual([])
  })

  it('AUT-16 leaves no way back to an address that was never confirmed', async () => {
    const { access } = await registered()
    const email = 'right@example.org'
    await api().post('/api/auth/user/', { email, current_password: PASSWORD }, bearer(access))
    await confirm(tokensIn(await letters(), 'email/confirm')[0] ?? '')
    expect(await user(access)).toMatchObject({ email, email_confirmed: true })
    expect(await letters()).toEqual([])
  })

  it('AUT-16 is reminded every four days, and removed after fourteen where it has no system', async () => {
    await registered()
    expect(await tend()).toEqual([])
    const days: [number, unknown][] = []
    for (let day = 1; day < 14; day += 1) {
      api().clock.skip(DAY)
      const sent = await tend()
      if (sent.length > 0) days.push([day, sent])
    }
    expect(days).toEqual([4, 8, 12].map((day) => [day, [reminder]]))
    api().clock.skip(DAY)
    expect([await tend(), await emails()]).toEqual([[], [anna.email]])
    await api().db.run('update ownership set until = now()')
    expect([await tend(), await emails()]).toEqual([[], []])
  })

  it('AUT-16 keeps links good for as long as it may stay unconfirmed', async () => {
    const { token } = await registered()
    api().clock.skip(14 * DAY - 1000)
    expect((await confirm(token)).statusCode).toBe(200)
    expect(await tend()).toEqual([])
  })

  it('AUT-16 gets another link where it asks for one', async () => {
    const { access, token } = await registered()
    await resend(access)
    const [another = ''] = tokensIn(await letters(), 'email/confirm')
    expect((await confirm(another)).statusCode).toBe(200)
    expectProblem(await confirm(token), 410, 'link_invalid')
  })
})

describe('an account that was registered by a link', () => {
  it('AUT-15 AUT-16 has a confirmed address, and is never removed for it', async () => {
    await register({ key1: '3010' })
    const { access } = answered.parse((await endRegistration(await linked())).json())
    expect(await user(access)).toMatchObject({ email_confirmed: true })
    await letters()
    api().clock.skip(14 * DAY)
    expect([await tend(), await emails()]).toEqual([[], [anna.email]])
  })
})
