import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { ANNA, type TestResets, testResets } from '../../../test/set-up/resets.ts'

const NEW = 'Ganz-neuer-Keller-7'
const UNLINKED = 'Anmeldung über CleverPV ist nicht mehr möglich'

let resets: TestResets
beforeAll(async () => {
  resets = await testResets()
})
beforeEach(() => resets.begin())
afterEach(() => resets.clear())
afterAll(() => resets.close())

const link = (email = ANNA) =>
  resets.api.db.run(
    `insert into identity (issuer, subject, owner) select 'https://id.example', email, id from owner where email = $1`,
    [email],
  )
const links = () => resets.api.db.run('select from identity')
async function unlinkedMails() {
  await resets.sent()
  return resets.server.taken.filter(({ subject }) => subject === UNLINKED)
}

it('AUT-18 GWY-20 a reset voids an open pairing code, which a stranger may have asked for', async () => {
  await resets.api.db.run(
    `insert into pairing (owner, code_hash, time_zone, expires_at) select id, 'x', 'Europe/Berlin', now() + interval '5 minutes'
     from owner where email = $1`,
    [ANNA],
  )
  expect((await resets.confirm(await resets.receive(), NEW)).json()).toEqual({})
  expect(await resets.api.db.run('select from pairing')).toBe(0)
})

it('AUT-13 a reset makes the networks unknown of whoever knew the former password', async () => {
  await resets.api.signIn(ANNA)
  await resets.api.db.run(
    `insert into known_network (owner, network, seen_at) select id, 'another', now() from owner where email = $1`,
    [ANNA],
  )
  expect((await resets.confirm(await resets.receive(), NEW)).json()).toEqual({})
  expect(await resets.api.db.run(`select from known_network where network = 'another' and former`)).toBe(1)
})

it('ALR-15 a reset switches alerts of sign-ins on by mail, which a thief may have switched off, and nothing else', async () => {
  const { access } = await resets.api.signIn(ANNA)
  const headers = { authorization: `Bearer ${access}` }
  const chosen = { topic: 'sign_in', email: 'false', push: 'false' }
  expect((await resets.api.post('/api/auth/alerts/settings/', chosen, { headers })).statusCode).toBe(200)
  await resets.sent()
  const settings = () =>
    resets.api.db.rows(
      z.object({ email: z.boolean(), push: z.boolean() }),
      `select email, push from alert_setting where topic = 'sign_in'`,
    )
  expect(await settings()).toEqual([{ email: false, push: false }])
  const token = await resets.receive()
  expect((await resets.confirm(token, 'Password1!')).statusCode).toBe(400)
  expect(await settings()).toEqual([{ email: false, push: false }])
  expect((await resets.confirm(token, NEW)).json()).toEqual({})
  expect(await settings()).toEqual([{ email: true, push: false }])
})

it('ALR-15 after a reset it is mailed again if alerts of sign-ins are switched off, however often a thief had done so', async () => {
  const mails = () =>
    resets.server.taken.filter(({ subject }) => subject === 'Hinweise auf neue Anmeldungen ausgeschaltet')
  async function switchOff(access: string, times: number) {
    const headers = { authorization: `Bearer ${access}` }
    for (let i = 0; i < times; i += 1)
      for (const email of ['true', 'false'])
        await resets.api.post('/api/auth/alerts/settings/', { topic: 'sign_in', email }, { headers })
    await resets.sent()
  }
  await switchOff((await resets.api.signIn(ANNA)).access, 4)
  expect(mails()).toHaveLength(3)
  expect((await resets.confirm(await resets.receive(), NEW)).json()).toEqual({})
  const entered = z.object({ access: z.string() }).parse((await resets.enter(NEW)).json())
  await switchOff(entered.access, 1)
  expect(mails()).toHaveLength(4)
})

describe('a reset of an account that the provider signs in', () => {
  it('AUT-18 informs the holder of the link, and ends it by choice, with a mail', async () => {
    await link()
    const token = await resets.receive()
    expect((await resets.check(token)).json()).toEqual({ linked: true })
    expect((await resets.confirm(token, NEW, { unlink: 'true' })).json()).toEqual({})
    expect(await links()).toBe(0)
    expect(await unlinkedMails()).toHaveLength(1)
  })

  it('AUT-18 completes no link that was begun before, whether there was one or not', async () => {
    await resets.confirm(await resets.receive(), NEW, { unlink: 'true' })
    expect(await resets.api.db.run('select from owner where unlinked_at is not null')).toBe(1)
  })

  it.each([{ unlink: 'false' }, {}])('AUT-18 keeps it where nobody chose that: %j', async (more) => {
    await link()
    await resets.confirm(await resets.receive(), NEW, more)
    expect(await links()).toBe(1)
    expect(await unlinkedMails()).toEqual([])
  })

  it('AUT-18 ends nobody else’s, and mails nothing where there was none', async () => {
    await resets.api.owner('bert@example.org')
    await link('bert@example.org')
    await resets.confirm(await resets.receive(), NEW, { unlink: 'true' })
    expect(await links()).toBe(1)
    expect(await unlinkedMails()).toEqual([])
  })

  it('AUT-18 ends nothing where the password is refused', async () => {
    await link()
    const token = await resets.receive()
    expectProblem(await resets.confirm(token, 'Password1!', { unlink: 'true' }), 400, 'input_invalid')
    expectProblem(await resets.confirm('x', NEW, { unlink: 'true' }), 410, 'link_invalid')
    expect(await links()).toBe(1)
  })
})
