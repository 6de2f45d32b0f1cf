import { eventually } from '@kellersonne/testing/eventually'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { lockOwner } from '../../systems/owners.ts'
import { removeOwnerIn } from './deletion.ts'

const USER = '/api/auth/user/'
const ANNA = 'anna@example.org'
const NEW = 'Keller-voller-Sonne-2'
const MINUTE = 60_000

let api: TestApi
let access: string
beforeAll(async () => {
  api = await testApi({ mail: { isReachable: async () => true } })
})
beforeEach(async () => {
  await api.db.run('delete from attempt')
  await api.db.run('delete from owner')
  await api.owner(ANNA)
  access = (await api.signIn(ANNA)).access
})
afterAll(() => api.close())

const change = (form: Record<string, string>) =>
  api.post(USER, form, { headers: { authorization: `Bearer ${access}` } })
const enter = async (email: string, password: string) =>
  (await api.post('/api/auth/token/', { email, password })).statusCode
const mails = () =>
  api.db.rows(
    z.object({ kind: z.string(), address: z.nullable(z.string()) }),
    'select kind, address from mail order by kind',
  )
function expectFaults(answer: LightMyRequestResponse, errors: Record<string, string>) {
  expectProblem(answer, 400, 'input_invalid')
  expect(answer.json().errors).toEqual(errors)
}

describe('an account that is deleted meanwhile', () => {
  it.each([
    ['password', { password: NEW, current_password: PASSWORD }],
    ['address', { email: 'new@example.org', current_password: PASSWORD }],
    ['phone', { phone: '+49 30 1234567' }],
  ])('SET-03 SET-04 ends the change of its %s like its session', async (_, form) => {
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const changing = await api.db.transaction(async (sql) => {
      const { id } = (await sql.row(z.object({ id: z.string() }), 'select id from owner')) ?? { id: '' }
      await lockOwner(sql, id)
      const answer = change(form)
      await eventually(async () => expect(await api.db.run(waits)).toBe(1))
      await removeOwnerIn(sql, id, api.now())
      return { answer }
    })
    expectProblem(await changing.answer, 401, 'session_required')
    expect(await api.db.run('select from email_link')).toBe(0)
  })

  it('AUT-16 SET-04 ends the sending of another link too', async () => {
    await api.db.run('update owner set email_confirmed_at = null')
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const sending = await api.db.transaction(async (sql) => {
      const { id } = (await sql.row(z.object({ id: z.string() }), 'select id from owner')) ?? { id: '' }
      await lockOwner(sql, id)
      const answer = api.post(
        '/api/auth/email/resend/',
        {},
        { headers: { authorization: `Bearer ${access}` } },
      )
      await eventually(async () => expect(await api.db.run(waits)).toBe(1))
      await removeOwnerIn(sql, id, api.now())
      return { answer }
    })
    expectProblem(await sending.answer, 401, 'session_required')
  })
})

describe("an owner's own data", () => {
  it('SET-03 API-12 can be changed each by itself, and nothing else with it', async () => {
    const given = {
      email: ANNA,
      phone: null,
      country: null,
      lang: 'de',
      picture: null,
      linked: false,
      claims: [],
    }
    expect((await api.get(USER, access)).json()).toMatchObject(given)
    expect((await change({ country: 'PL' })).json()).toMatchObject({ ...given, country: 'PL' })
    expect((await change({ lang: 'en' })).json()).toMatchObject({ ...given, country: 'PL', lang: 'en' })
    const changed = await change({ phone: '22 123 45 67' })
    expect(changed.json()).toMatchObject({ ...given, country: 'PL', lang: 'en', phone: '+48221234567' })
    expect((await api.get(USER, access)).json()).toEqual(changed.json())
    expect(await mails()).toEqual([])
  })

  it('SET-03 reads a phone in the country that is to be, and refuses nonsense', async () => {
    await change({ country: 'DE' })
    expect((await change({ country: 'AT', phone: '01 5131234' })).json().phone).toBe('+4315131234')
    expectFaults(await change({ phone: 'call me <b>maybe</b>' }), { phone: 'format' })
    expectFaults(await change({ phone: '12', lang: 'en' }), { phone: 'format' })
    expect((await api.get(USER, access)).json().lang).toBe('de')
  })

  it('SET-03 a phone of nobody knows where must say its country', async () => {
    expectFaults(await change({ phone: '030 1234567' }), { phone: 'format' })
    expect((await change({ phone: '+49 30 1234567' })).json().phone).toBe('+49301234567')
  })

  it('SET-03 shows each owner their own', async () => {
    await api.owner('bert@example.org')
    const bert = await api.signIn('bert@example.org')
    await change({ lang: 'en' })
    expect((await api.get(USER, bert.access)).json()).toMatchObject({ email: 'bert@example.org', lang: 'de' })
    expectProblem(await api.get(USER), 401, 'session_required')
  })

  it('SET-03 changes nothing where nothing is new, and asks for no password', async () => {
    expect((await change({})).statusCode).toBe(200)
    expect((await change({ email: ANNA })).statusCode).toBe(200)
    expect((await change({ password: PASSWORD, current_password: PASSWORD })).statusCode).toBe(200)
    expect(await mails()).toEqual([])
  })
})

describe('a new password', () => {
  it('SET-03 AUT-11 ends all other sessions, informs the owner, and is the one that counts', async () => {
    const other = await api.signIn(ANNA, true)
    api.clock.stop()
    expect((await api.get(USER, other.access)).statusCode).toBe(200)
    expect((await change({ password: NEW, current_password: PASSWORD })).statusCode).toBe(200)
    await expect.poll(async () => (await api.get(USER, other.access)).statusCode).toBe(401)
    api.clock.go()
    expectProblem(await api.refresh(other.refresh), 401, 'session_expired')
    expect((await api.get(USER, access)).statusCode).toBe(200)
    expect([await enter(ANNA, PASSWORD), await enter(ANNA, NEW)]).toEqual([401, 200])
    expect(await mails()).toEqual([{ kind: 'password_changed', address: null }])
    expect(api.logged.join('')).toContain('"event":"password_change","outcome":"succeeded"')
  })

  it('SET-03 asks for the current one, and says where it is wrong', async () => {
    expectFaults(await change({ password: NEW }), { current_password: 'required' })
    expectProblem(await change({ password: NEW, current_password: 'wrong' }), 403, 'password_wrong')
    expect(api.logged.join('')).toContain('"event":"password_change","outcome":"refused"')
    expect([await enter(ANNA, PASSWORD), await enter(ANNA, NEW)]).toEqual([200, 401])
  })

  it('SET-03 lets five wrong ones through in 15 minutes, of all at once too', async () => {
    const wrong = () => change({ password: NEW, current_password: 'wrong' })
    const answers = await Promise.all(Array.from({ length: 8 }, wrong))
    expect(answers.filter((answer) => answer.statusCode === 403)).toHaveLength(5)
    expectProblem(await change({ password: NEW, current_password: PASSWORD }), 429, 'too_many_attempts')
    api.clock.skip(15 * MINUTE)
    access = (await api.signIn(ANNA)).access
    expect((await change({ password: NEW, current_password: PASSWORD })).statusCode).toBe(200)
  })

  it('SET-03 in another session lets the owner try however often one has been wrong', async () => {
    for (let i = 0; i < 5; i += 1) await change({ password: NEW, current_password: 'wrong' })
    expectProblem(await change({ password: NEW, current_password: PASSWORD }), 429, 'too_many_attempts')
    access = (await api.signIn(ANNA)).access
    expect((await change({ password: NEW, current_password: PASSWORD })).statusCode).toBe(200)
  })

  it('SET-03 lets twenty wrong ones through in 15 minutes of all sessions', async () => {
    for (let session = 0; session < 4; session += 1) {
      access = (await api.signIn(ANNA)).access
      for (let i = 0; i < 5; i += 1)
        expectProblem(await change({ password: NEW, current_password: 'wrong' }), 403, 'password_wrong')
    }
    access = (await api.signIn(ANNA)).access
    expectProblem(await change({ password: NEW, current_password: PASSWORD }), 429, 'too_many_attempts')
  })

  it.each([
    ['P@ssw0rd', 'common'],
    ['Anna@example.org1', 'common'],
    ['sonne-im-keller', 'composition'],
    [`Aa1!${'x'.repeat(196)}`, 'too_long'],
  ])('AUT-02 SET-03 refuses one that is not good enough: %s %s', async (password, rule) => {
    expectFaults(await change({ password, current_password: PASSWORD }), { password: rule })
  })

  it('AUT-02 SET-03 judges ten an hour', async () => {
    const weak = () => change({ password: 'P@ssw0rd', current_password: PASSWORD })
    for (let i = 0; i < 10; i += 1) expectFaults(await weak(), { password: 'common' })
    expectProblem(await weak(), 429, 'too_many_attempts')
    expect((await change({ phone: '+49301234567' })).statusCode).toBe(200)
  })

  it('AUT-02 SET-03 refuses one made of the address that is to be', async () => {
    const email = 'brunhilde@example.org'
    const form = { email, password: 'Brunhilde-1871', current_password: PASSWORD }
    expectFaults(await change(form), { password: 'common' })
    expect((await change({ ...form, password: 'Anna-von-der-Alm-9', email })).statusCode).toBe(200)
  })
})

describe('links to choose a password', () => {
  it('SET-03 AUT-06 that were sent before another password are useless', async () => {
    await api.db.run(
      `insert into reset (id, owner, expires_at) select gen_random_uuid(), id, now() + interval '30 minutes' from owner`,
    )
    expect((await change({ password: NEW, current_password: PASSWORD })).statusCode).toBe(200)
    const links = await api.db.rows(z.object({ spent: z.boolean() }), 'select spent from reset')
    expect(links).toEqual([{ spent: true }])
  })
})
