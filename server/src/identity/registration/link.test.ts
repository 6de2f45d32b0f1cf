import { printedCode } from '@kellersonne/core/systems/keys'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { anna, answered, expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'
import { deriveKey } from '../../platform/derive.ts'
import { newCode } from '../../systems/codes.ts'
import { removeOwner } from '../accounts/deletion.ts'
import { tickets } from '../provider/tickets.ts'
import { registrationStore } from './store.ts'

const DAY = 86_400_000
const { api, unclaimed, register, confirm, emails, letters, linked, mails, reach, user } = setUpRegistration()
const rows = async (table: string) => {
  const all = await api().db.rows(z.object({ row: z.string() }), `select t::text as row from ${table} t`)
  return all.map(({ row }) => row).join()
}
/** A first sign-in at the provider, which vouches for an address. */
const ticketFor = (email: string | null) => {
  const ticket = { issuer: 'https://id.example', subject: 'somebody', email, stayLoggedIn: false }
  return tickets(deriveKey(SECRET, 'ticket')).write(ticket, api().now())
}
type Answer = Awaited<ReturnType<typeof register>>
const given = ({ statusCode, body, headers }: Answer) => ({ statusCode, body, names: Object.keys(headers) })

describe('registration by bare serial numbers', () => {
  it('AUT-15 is answered alike whether address and number are known, and the owner reads which', async () => {
    await api().owner('bert@example.org', ['7001'])
    const { sn } = await unclaimed()
    const forms = [
      { key1: sn },
      { key1: '7001', email: 'carla@example.org' },
      { key1: '99999', email: 'dora@example.org' },
      { key1: sn, email: ' BERT@example.org' },
    ]
    const answers = []
    for (const form of forms) answers.push(given(await register(form)))
    expect(answers[0]).toMatchObject({ statusCode: 200, body: '{"outcome":"mailed"}' })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await emails()).toEqual(['bert@example.org'])
    const sent = (await letters()).map(({ to, subject }) => [to, subject])
    expect(sent.sort()).toEqual([
      [anna.email, 'Ihr Konto bei Kellersonne: noch ein Schritt'],
      ['bert@example.org', 'Sie haben schon ein Konto bei Kellersonne'],
      ['carla@example.org', 'Ihr Konto bei Kellersonne: noch ein Schritt'],
      ['dora@example.org', 'Ihr Konto bei Kellersonne: noch ein Schritt'],
    ])
  })

  it('AUT-15 AUT-12 becomes an account that waits for its switches by the link, once', async () => {
    const [a, b] = [await unclaimed(), await unclaimed()]
    await register({ key1: a.sn, key2: b.sn, lang: 'en' })
    const token = await linked()
    const answer = await confirm(token)
    const { access, systems } = answered.parse(answer.json())
    expect(systems).toMatchObject([
      { key: a.sn, outcome: 'pending' },
      { key: b.sn, outcome: 'pending' },
    ])
    expect(await user(access)).toMatchObject({
      ...{ email: anna.email, phone: '+49301234567', country: 'DE', lang: 'en' },
      claims: [{ sn: a.sn }, { sn: b.sn }],
    })
    expect((await api().post('/api/auth/token/', { email: anna.email, password: PASSWORD })).statusCode).toBe(
      200,
    )
    expect(await mails()).toEqual(['welcome'])
    expectProblem(await confirm(token), 410, 'link_invalid')
    expect(await rows('registration')).toBe('')
  })

  it('AUT-15 has the password of who has the mail, and nothing of what strangers register later', async () => {
    const { sn } = await unclaimed()
    await register({ key1: sn, ticket: ticketFor(anna.email) })
    const token = await linked()
    api().clock.skip(1000)
    const theirs = { email: anna.email.toUpperCase(), phone: '+33612345678', country: 'FR', lang: 'en' }
    await register({ key1: '99999', password: 'Mond-im-Garten-7', ...theirs })
    const other = await linked()
    expectFaults(await confirm(token, { password: 'P@ssw0rd' }), { password: 'common' })
    const { access } = answered.parse((await confirm(token)).json())
    expect(await user(access)).toMatchObject({
      ...{ email: anna.email, phone: '+49301234567', country: 'DE', lang: 'de', linked: true },
      claims: [{ sn }],
    })
    const enter = (password: string) => api().post('/api/auth/token/', { email: anna.email, password })
    expectProblem(await enter('Mond-im-Garten-7'), 401, 'credentials_wrong')
    expect((await enter(PASSWORD)).statusCode).toBe(200)
    expectProblem(await confirm(other), 410, 'link_invalid')
    expect(await rows('registration')).toBe('')
  })

  it.each([
    [anna.email.toUpperCase(), 1],
    ['mallory@example.org', 0],
    [null, 0],
  ])('AUT-15 links a sign-in at the provider that vouches for %s with %i account', async (email, links) => {
    await register({ key1: '99999', ticket: ticketFor(email) })
    await confirm(await linked())
    expect(await api().db.run('select from identity')).toBe(links)
  })

  it('AUT-15 SET-04 keeps nothing beyond its day, nor once an owner of the address has deleted the account', async () => {
    const { owner } = await api().owner(anna.email)
    for (const email of [anna.email.toUpperCase(), 'bert@example.org'])
      await register({ key1: '99999', email })
    await removeOwner(api().db, owner, api().now())
    expect(await rows('registration')).toMatch(/^[^@]*bert@example\.org[^@]*$/)
    const later = new Date(api().now().getTime() + DAY)
    await registrationStore(api().db).forgetOld(new Date(later.getTime() - 60_000))
    expect(await rows('registration')).not.toBe('')
    await registrationStore(api().db).forgetOld(later)
    expect(await rows('registration')).toBe('')
  })

  it('AUT-15 SET-04 that is deleted with an account never waits for one that is confirmed for good', async () => {
    const { owner } = await api().owner(anna.email)
    for (let i = 0; i < 2; i++) await register({ key1: '99999' })
    const ids = await api().db.rows(z.object({ id: z.string() }), 'select id from registration order by id')
    const [first, second] = ids.map(({ id }) => id)
    // Moves the row behind the other, where a sequential scan, the best plan for so few rows, finds it last.
    await api().db.run('update registration set email = email where id = $1', [first])
    await api().db.run('analyze registration')
    const hold = 'select from registration where id = $1 for update'
    let removing: Promise<unknown> | undefined
    await api().db.transaction(async (sql) => {
      await sql.run(hold, [first])
      removing = removeOwner(api().db, owner, api().now())
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => expect(await api().db.run(waits)).toBe(1))
      await sql.run(hold, [second])
    })
    await removing
    expect(await rows('registration')).toBe('')
  })

  it('AUT-15 AUT-17 becomes an account although others have begun too many hand-overs of its system', async () => {
    const [sold, fresh] = [await unclaimed(), await unclaimed()]
    const bearerOf = async (email: string) => {
      await api().owner(email)
      return { headers: { authorization: `Bearer ${(await api().signIn(email)).access}` } }
    }
    const [seller, rival] = [await bearerOf('seller@example.org'), await bearerOf('rival@example.org')]
    await api().post('/api/auth/usr_sn/', { sn: sold.code }, seller)
    await letters()
    await register({ key1: sold.code, key2: fresh.sn })
    const token = await linked()
    for (let i = 0; i < 3; i += 1) {
      await api().post('/api/auth/usr_sn/', { sn: sold.code }, rival)
      await api().post('/api/auth/usr_sn/release/', { sn: sold.sn, password: PASSWORD }, rival)
    }
    const { systems } = answered.parse((await confirm(token, { code1: sold.code })).json())
    expect(systems).toMatchObject([
      { key: fresh.sn, outcome: 'pending' },
      { key: printedCode(sold.code), outcome: 'taken' },
    ])
  })

  it('AUT-15 becomes one account by whichever link is used first', async () => {
    const { sn } = await unclaimed()
    const tokens = []
    for (const password of [PASSWORD, 'Mond-im-Garten-7']) {
      await register({ key1: sn, password })
      tokens.push(await linked())
    }
    const answers = await Promise.all([...tokens, ...tokens].map((token) => confirm(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410])
    expect(await emails()).toEqual([anna.email])
  })

  it('AUT-15 is over after a day, and when the address has come to an account meanwhile', async () => {
    const { sn } = await unclaimed()
    await register({ key1: sn })
    const first = await linked()
    api().clock.skip(DAY)
    expectProblem(await confirm(first), 410, 'link_invalid')
    await register({ key1: sn })
    const second = await linked()
    await api().owner(anna.email)
    expectProblem(await confirm(second), 410, 'link_invalid')
    expect(await emails()).toEqual([anna.email])
  })

  it('AUT-15 says that no mail can be sent before anybody is looked up, and still takes a code', async () => {
    await api().owner(anna.email)
    reach(false)
    const { sn, code } = await unclaimed()
    const answers = [await register({ key1: sn }), await register({ key1: sn, email: 'eva@example.org' })]
    for (const answer of answers) expectProblem(answer, 503, 'mail_unavailable')
    expect((await register({ key1: code, email: 'eva@example.org' })).statusCode).toBe(200)
    reach(true)
  })

  it('AUT-15 reports a code that does not exist, beside numbers too', async () => {
    expectFaults(await register({ key1: '99999', key2: newCode() }), { key2: 'unknown' })
    expectFaults(await register({ key1: '99999', password: 'P@ssw0rd' }), { password: 'common' })
    expect(await mails()).toEqual([])
  })

  it('AUT-15 leaves no password, no token and no address in any log, and no link but ours works', async () => {
    api().logged.length = 0
    await register({ key1: '99999' })
    const token = await linked()
    for (const kept of [PASSWORD, token]) expect(await rows('registration')).not.toContain(kept)
    for (const wrong of ['0', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, token.toUpperCase()])
      expectProblem(await confirm(wrong), 410, 'link_invalid')
    const log = api().logged.join()
    expect(log).toContain('"event":"registration_request","outcome":"succeeded"')
    for (const secret of [anna.email, PASSWORD, token]) expect(log).not.toContain(secret)
  })
})
