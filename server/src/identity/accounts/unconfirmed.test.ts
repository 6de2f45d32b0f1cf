import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { anna, answered, setUpRegistration } from '../../../test/set-up/registration.ts'
import { processUnconfirmed } from './unconfirmed.ts'

const EMAIL = '/api/auth/email/'
const OTHER = 'Ganz-neuer-Keller-7'
const DAY = 24 * 3_600_000
const { api, unclaimed, register, ...rest } = setUpRegistration()
const { letters, linked, confirm: endRegistration, tokensIn, emails, user } = rest

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const confirm = (token: string, password = PASSWORD, proof: { refresh?: string } = {}) =>
  api().post(`${EMAIL}confirm/`, { token, password, ...proof })
const confirmed = async (password = PASSWORD, proof: { refresh?: string } = {}) =>
  (await confirm(tokensIn(await letters(), 'email/confirm')[0] ?? '', password, proof)).json()
const moveTo = (access: string, email: string, current_password = PASSWORD) =>
  api().post('/api/auth/user/', { email, current_password }, bearer(access))
const resend = (access: string, from = {}) =>
  api().post(`${EMAIL}resend/`, {}, { ...bearer(access), ...from })

/** Registers with a code, which creates an account and sends a link to its address. */
async function registered() {
  const { code } = await unclaimed()
  const { access, refresh } = answered.parse((await register({ key1: code })).json())
  const all = await letters()
  const [token = ''] = tokensIn(all, 'email/confirm')
  return { access, refresh, token, sent: all.map(({ subject }) => subject) }
}
/** Runs the job until nothing is left to do. */
async function tend() {
  while (await api().db.transaction((sql) => processUnconfirmed(sql, SECRET, api().now())));
  return (await letters()).map(({ to, subject }) => [to, subject])
}
const reminder = [anna.email, 'Bitte bestätigen Sie Ihre E-Mail-Adresse']

describe('an account that was registered by a code', () => {
  it('AUT-16 gets nothing but links to confirm its address until one is used with the password', async () => {
    const { access, refresh, token, sent } = await registered()
    expect(sent).toEqual(['Bitte bestätigen Sie Ihre E-Mail-Adresse'])
    expect(await user(access)).toMatchObject({ email_confirmed: false, pending_email: null })
    await api().post('/api/auth/user/', { password: OTHER, current_password: PASSWORD }, bearer(access))
    expect(await letters()).toEqual([])
    expectProblem(await confirm(token), 403, 'password_wrong')
    expect((await confirm(token, OTHER, { refresh })).json()).toEqual({ email: anna.email })
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

  it('AUT-16 AUT-17 learns that a system is to be handed over, but not which one', async () => {
    const { code, sn } = await unclaimed()
    await register({ key1: code })
    await letters()
    await api().owner('buyer@example.org')
    const { access } = await api().signIn('buyer@example.org')
    const claimed = await api().post('/api/auth/usr_sn/', { sn: code }, bearer(access))
    expect(claimed.json()).toMatchObject([{ outcome: 'handover', sn }])
    const all = await letters()
    expect(all.map(({ to, subject }) => [to, subject])).toEqual([
      [anna.email, 'Möchten Sie Ihren Speicher übergeben?'],
    ])
    // A token may contain the number by chance.
    const words = all.map(({ text, html }) => `${text} ${html}`.replaceAll(/#token=\w+/g, '')).join()
    expect(words).not.toMatch(new RegExp(`${sn}|buyer`))
  })

  it('AUT-16 informs an address that was never confirmed that it was replaced, without a way back', async () => {
    const { access, refresh } = await registered()
    const email = 'right@example.org'
    await moveTo(access, email)
    await confirmed(PASSWORD, { refresh })
    expect(await user(access)).toMatchObject({ email, email_confirmed: true })
    const all = await letters()
    expect(all.map(({ to, subject }) => [to, subject])).toEqual([
      [anna.email, 'Diese E-Mail-Adresse gehört nicht mehr zu einem Konto'],
    ])
    expect(tokensIn(all, 'email/undo')).toEqual([])
  })

  it('AUT-16 takes one of two addresses that are confirmed at once', async () => {
    const { access, refresh, token } = await registered()
    const email = 'right@example.org'
    await moveTo(access, email)
    const [other = ''] = tokensIn(await letters(), 'email/confirm')
    const answers = await Promise.all([token, other].map((one) => confirm(one, PASSWORD, { refresh })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
    const taken = answers.find(({ statusCode }) => statusCode === 200)?.json()
    expect(await user(access)).toMatchObject({ ...taken, email_confirmed: true, pending_email: null })
  })

  it('AUT-16 is reminded every four days, and removed once it has had no system for fourteen', async () => {
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
    await api().db.run('update ownership set until = $1', [api().now()])
    expect([await tend(), await emails()]).toEqual([[], [anna.email]])
    api().clock.skip(14 * DAY)
    expect([await tend(), await emails()]).toEqual([[], []])
  })

  it('AUT-16 keeps links good for as long as it may stay unconfirmed', async () => {
    const { token } = await registered()
    api().clock.skip(13.9 * DAY)
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

describe('an address that an account has never confirmed', () => {
  const squat = async () => {
    const { code } = await unclaimed()
    const { access } = answered.parse((await register({ key1: code, password: OTHER })).json())
    await letters()
    return access
  }

  it('AUT-16 goes to who registers by a link, and the account stays without it', async () => {
    const squatter = await squat()
    await register({ key1: '3010' })
    const { access } = answered.parse((await endRegistration(await linked(), { account: 'new' })).json())
    expect(await user(access)).toMatchObject({ email: anna.email, email_confirmed: true })
    expect(await user(squatter)).toMatchObject({ email: '', email_confirmed: false })
    expectProblem(await resend(squatter), 404, 'not_found')
    expect(await tend()).toEqual([['anna@example.org', 'Willkommen bei Kellersonne']])
    api().clock.skip(5 * DAY)
    expect(await tend()).toEqual([])
  })

  it('AUT-16 can be registered with a code of one’s own, by a link', async () => {
    const squatter = await squat()
    const { code, sn } = await unclaimed()
    expect((await register({ key1: code })).json()).toEqual({ outcome: 'mailed' })
    const ended = await endRegistration(await linked(), { account: 'new', code1: code })
    expect(answered.parse(ended.json()).systems).toMatchObject([{ sn, outcome: 'claimed' }])
    expect(await user(squatter)).toMatchObject({ email: '' })
    const right = 'right@example.org'
    await moveTo(squatter, right, OTHER)
    expect(await user(squatter)).toMatchObject({ email: '', pending_email: right })
    expect(await confirmed(OTHER)).toEqual({ email: right })
  })

  it('AUT-16 goes to who changes to it', async () => {
    const squatter = await squat()
    await api().owner('bert@example.org')
    const { access } = await api().signIn('bert@example.org')
    await moveTo(access, anna.email)
    await confirmed()
    expect([await user(access), await user(squatter)]).toMatchObject([{ email: anna.email }, { email: '' }])
  })

  it('AUT-16 goes back to who undoes a change, and the stranger is informed', async () => {
    await api().owner(anna.email)
    const { access } = await api().signIn(anna.email)
    await moveTo(access, 'thief@example.org')
    await confirmed()
    const [token = ''] = tokensIn(await letters(), 'email/undo')
    const squatter = await squat()
    expect((await api().post(`${EMAIL}undo/`, { token })).json()).toEqual({ email: anna.email })
    expect(await user(squatter)).toMatchObject({ email: '' })
    expect((await letters()).map(({ to, subject }) => [to, subject])).toContainEqual([
      'thief@example.org',
      'Diese E-Mail-Adresse gehört nicht mehr zu einem Konto',
    ])
  })

  it('AUT-16 gets three mails a day for all accounts of one site that claim it, however it is spelled, six of all sites, and then one of each', async () => {
    const sent: number[] = []
    for (const site of ['203.0.113', '203.0.113', '198.51.100', '198.51.101', '198.51.101']) {
      const { code } = await unclaimed()
      const from = { remoteAddress: `${site}.1` }
      const wanted = { key1: code, email: sent.length % 2 ? 'a.nna@example.org' : 'ANNA+1@example.org' }
      const { access } = answered.parse((await register(wanted, from)).json())
      for (let again = 0; again < 3; again += 1) await resend(access, from)
      sent.push((await letters()).length)
      await api().post('/api/auth/remove_customer/', { password: PASSWORD }, bearer(access))
    }
    expect(sent).toEqual([3, 0, 3, 1, 0])
    expect((await registered()).sent).toHaveLength(1)
  })

  it('AUT-16 is confirmed by its owner however often strangers have registered with it', async () => {
    for (let i = 0; i < 4; i += 1) await register({ key1: '3010' })
    await letters()
    const { access, sent } = await registered()
    expect(sent).toHaveLength(1)
    expect((await resend(access)).statusCode).toBe(200)
    expect(await letters()).toHaveLength(1)
  })

  it('AUT-16 is confirmed by its owner however often strangers have wanted to change theirs to it', async () => {
    const wanted = { email: anna.email, current_password: PASSWORD }
    const answers: number[] = []
    for (let i = 0; i < 7; i += 1) {
      await api().owner(`stranger${i}@example.org`)
      const { access } = await api().signIn(`stranger${i}@example.org`)
      for (let again = 0; again < 3; again += 1)
        answers.push((await api().post('/api/auth/user/', wanted, bearer(access))).statusCode)
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(18)
    await letters()
    const { access, token } = await registered()
    expect((await resend(access)).statusCode).toBe(200)
    expect((await confirm(token)).statusCode).toBe(200)
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
