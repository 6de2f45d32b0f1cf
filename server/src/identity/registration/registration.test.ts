import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { printedCode } from '@kellersonne/core/systems/keys'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { anna, answered, expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'
import { newCode } from '../../systems/codes.ts'

const MINUTE = 60_000
const { api, unclaimed, register, emails, mails, letters, user } = setUpRegistration()

describe('registration', () => {
  it('AUT-01 AUT-12 makes an account with its systems: by code at once, by serial number once switched', async () => {
    const [first, second] = [await unclaimed(), await unclaimed()]
    const answer = await register({
      key1: ` ${printedCode(first.code).toLowerCase()} `,
      key2: second.sn,
      key3: '',
    })
    expect(answer.statusCode).toBe(200)
    const { access, refresh, systems } = answered.parse(answer.json())
    expect(systems).toMatchObject([
      { key: printedCode(first.code), sn: first.sn, outcome: 'claimed', until: null },
      { key: second.sn, sn: second.sn, outcome: 'pending' },
    ])
    expect((await api().get('/api/auth/usr_sn/', access)).json()).toEqual([{ sn: first.sn, phase: 1 }])
    expect((await api().refresh(refresh)).statusCode).toBe(200)
    expect(await user(access)).toMatchObject({
      ...{
        email: anna.email,
        phone: '+49301234567',
        country: 'DE',
        lang: 'de',
        picture: null,
        linked: false,
      },
      claims: [{ sn: second.sn }],
    })
    api().clock.skip(10 * MINUTE)
    expect((await user((await api().signIn(anna.email)).access)).claims).toEqual([])
  })

  it('AUT-01 keeps which terms were agreed to and when, writes to the owner, and notes it', async () => {
    const { code } = await unclaimed()
    const before = api().now()
    const { statusCode } = await register({ key1: code })
    expect(statusCode).toBe(200)
    const row = z.object({ terms: z.string(), terms_at: z.date(), created_at: z.date() })
    const kept = await api().db.row(row, 'select terms, terms_at, created_at from owner')
    expect(kept?.terms).toBe(TERMS_VERSION)
    expect(kept?.terms_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(kept?.created_at).toEqual(kept?.terms_at)
    expect(await mails()).toEqual(['email_confirmation', 'system_claimed'])
    const logged = api().logged.join('')
    expect(logged).toContain('"event":"registration","outcome":"succeeded"')
    for (const secret of [anna.email, PASSWORD, code, '1234567']) expect(logged).not.toContain(secret)
  })

  it('AUT-05 says which code is unknown and which is taken, and nothing of the address before', async () => {
    await api().owner(anna.email)
    const [first, second] = [await unclaimed(), await unclaimed()]
    const { owner } = await api().owner('bert@example.org')
    await register({ key1: second.code, email: 'cora@example.org' })
    await api().db.run(
      `insert into handover select system, $1, since, since, since, since, since from ownership
       where until is null and owner = (select id from owner where email = 'cora@example.org')`,
      [owner],
    )
    await letters()
    const answer = await register({ key1: first.code, key2: second.code, key3: newCode() })
    expectFaults(answer, { key2: 'taken', key3: 'unknown' })
    expectFaults(await register({ key1: newCode() }), { key1: 'unknown' })
    expect(await mails()).toEqual([])
  })

  it('AUT-05 says that an address has an account to who has a good key, in any case of letters', async () => {
    await api().owner(anna.email)
    const { code } = await unclaimed()
    const answer = await register({ key1: code, email: ' ANNA@Example.ORG ' })
    expectFaults(answer, { email: 'taken' })
    expect(await emails()).toEqual([anna.email])
    expect(api().logged.join('')).toContain('"event":"registration","outcome":"refused"')
  })

  it('AUT-01 a key given twice is reported at the later one, however it is written', async () => {
    const { code, sn } = await unclaimed()
    expectFaults(await register({ key1: code, key2: sn, key3: printedCode(code).toLowerCase() }), {
      key3: 'repeated',
    })
    expectFaults(await register({ key1: sn, key2: sn, key3: sn }), { key2: 'repeated', key3: 'repeated' })
  })

  it("AUT-01 a code and its own system's number are one system", async () => {
    const { code, sn } = await unclaimed()
    const answer = await register({ key1: sn, key2: code })
    expect(answered.parse(answer.json()).systems).toMatchObject([
      { outcome: 'yours' },
      { outcome: 'claimed' },
    ])
  })

  it.each([
    ['a lower-case serial number', { key1: 'abcd' }, { key1: 'format' }],
    ['a mixed one', { key1: 'AB12' }, { key1: 'format' }],
    ['40 digits', { key1: '1'.repeat(40) }, { key1: 'format' }],
    ['no key', { key1: ' ' }, { key1: 'required' }],
    ['HTML for a key', { key1: '<b>1001</b>' }, { key1: 'format' }],
    ['HTML for an address', { email: '<script>alert(1)</script>@example.org' }, { email: 'format' }],
    ['a line break in the address', { email: 'anna@example.org\r\nBcc: b@example.org' }, { email: 'format' }],
    ['HTML for a phone', { phone: '<i>030 1234567</i>x' }, { phone: 'format' }],
    ['a phone of nowhere', { phone: '12' }, { phone: 'format' }],
    ['letters for a phone', { phone: 'call me' }, { phone: 'format' }],
    ['a country elsewhere', { country: 'US' }, { country: 'unknown' }],
    ['HTML for a language', { lang: '<b>de</b>' }, { lang: 'unknown' }],
    ['other terms', { terms: '1999-01-01' }, { terms: 'unknown' }],
    ['200 characters', { password: `Aa1!${'x'.repeat(196)}` }, { password: 'too_long' }],
    ['7 characters', { password: 'Aa1!xyz' }, { password: 'too_short' }],
    ['no special character', { password: 'Abcdefg12345' }, { password: 'composition' }],
    ['the address', { email: 'Anna.1@example.org', password: 'Anna.1@example.org' }, { password: 'common' }],
    ['the name in it', { email: 'brunhilde@example.org', password: 'Brunhilde-17' }, { password: 'common' }],
  ])('AUT-02 AUT-03 AUT-04 AUT-05 refuses %s at its field', async (_, form, errors) => {
    expectFaults(await register({ key1: '99999', ...form }), errors)
  })

  it('GWY-24 needs no key of who connects devices of their own, but a link to the address', async () => {
    const answer = await register({ own_system: 'true' })
    expect(answer.json()).toEqual({ outcome: 'mailed' })
    expect(await emails()).toEqual([])
    expectFaults(await register({ own_system: 'false' }), { key1: 'required' })
  })

  it('AUT-05 a code with a slip in it says so', async () => {
    const { code } = await unclaimed()
    const slip = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7')
    expectFaults(await register({ key1: slip }), { key1: 'checksum' })
  })

  it('AUT-02 refuses a common password that keeps the rule', async () => {
    const { code } = await unclaimed()
    expectFaults(await register({ key1: code, password: 'P@ssw0rd' }), { password: 'common' })
  })

  it('AUT-02 takes 128 characters, the last of which counts', async () => {
    const { code } = await unclaimed()
    const password = `Sonne-im-Keller-1${'x'.repeat(110)}y`
    expect((await register({ key1: code, password })).statusCode).toBe(200)
    const enter = (secret: string) => api().post('/api/auth/token/', { email: anna.email, password: secret })
    expect((await enter(`${password.slice(0, -1)}z`)).statusCode).toBe(401)
    expect((await enter(password)).statusCode).toBe(200)
  })

  it('AUT-02 HTML in a password is a password', async () => {
    const { code } = await unclaimed()
    const password = '<script>alert("Äh9")</script>'
    expect((await register({ key1: code, password })).statusCode).toBe(200)
    const entered = await api().post('/api/auth/token/', { email: anna.email, password })
    expect(entered.statusCode).toBe(200)
  })

  it('AUT-03 takes the phone of another country', async () => {
    const { code } = await unclaimed()
    const answer = await register({ key1: code, phone: '+1 (212) 555-2368', country: 'PL' })
    expect((await user(answered.parse(answer.json()).access)).phone).toBe('+12125552368')
  })

  it('AUT-15 a code says ten times a day at most whether an address has an account', async () => {
    await api().owner(anna.email)
    const { code } = await unclaimed()
    for (let i = 0; i < 10; i++) expectFaults(await register({ key1: code }), { email: 'taken' })
    expectProblem(await register({ key1: code }), 429, 'too_many_attempts')
    expectProblem(await register({ key1: code, email: 'bert@example.org' }), 429, 'too_many_attempts')
  })

  it('AUT-05 is slowed down', async () => {
    for (let i = 0; i < 30; i++) await register({ key1: '99999' })
    expectProblem(await register({ key1: '99999' }), 429, 'too_many_attempts')
    const from = (remoteAddress: string) => register({ key1: '99999' }, { remoteAddress })
    for (let i = 0; i < 300; i++) await from(`2001:db8:1:${(i % 20).toString(16)}::1`)
    expectProblem(await from('2001:db8:1:ffff::1'), 429, 'too_many_attempts')
    expect((await from('2001:db8:2::1')).statusCode).toBe(200)
    expect(api().logged.join('')).toContain('"event":"registration","outcome":"slowed"')
  })
})
