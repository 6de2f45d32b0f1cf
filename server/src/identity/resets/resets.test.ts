import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, testApi } from '../../../test/api.ts'
import { ANNA, type TestResets, testResets } from '../../../test/set-up/resets.ts'

const MINUTE = 60_000
const namesOf = ({ headers }: { headers: object }) => new Set(Object.keys(headers))

let resets: TestResets
beforeAll(async () => {
  resets = await testResets()
})
beforeEach(() => resets.begin())
afterEach(() => resets.clear())
afterAll(() => resets.close())

describe('asking for a link', () => {
  it('AUT-06 answers the same whether the address has an account or not, and writes to who has', async () => {
    const known = await resets.ask(ANNA)
    const unknown = await resets.ask('nobody@example.org')
    expect([known.statusCode, known.body]).toEqual([200, '{}'])
    expect([unknown.statusCode, unknown.body]).toEqual([200, '{}'])
    expect(namesOf(unknown)).toEqual(namesOf(known))
    await resets.sent()
    expect(resets.server.taken.map(({ to }) => to?.map(({ address }) => address))).toEqual([[ANNA]])
  })

  it('AUT-06 looks nobody up, so that it takes the same time', async () => {
    const answers = await resets.withoutWorker(async () => {
      await resets.api.db.run('alter table owner rename column email to hidden')
      const both = await Promise.all([resets.ask(ANNA), resets.ask('nobody@example.org')])
      await resets.api.db.run('alter table owner rename column hidden to email')
      return both
    })
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await eventually(() => expect(resets.tokensSent()).toHaveLength(1))
  })

  it('AUT-06 writes to the address of the account, in its language, however it was typed', async () => {
    await resets.ask(' ANNA@Example.org')
    await resets.sent()
    expect(resets.server.taken[0]?.to).toMatchObject([{ address: ANNA }])
    expect(resets.server.taken[0]?.subject).toBe('Neues Passwort festlegen')
  })

  it('AUT-06 says the same to all while no mail can be sent, known before anybody is looked up', async () => {
    await resets.server.stop()
    resets.api.clock.skip(MINUTE)
    const known = await resets.ask(ANNA)
    const unknown = await resets.ask('nobody@example.org')
    expectProblem(known, 503, 'mail_unavailable')
    expect(unknown.body).toBe(known.body)
    expect(namesOf(unknown)).toEqual(namesOf(known))
    expect(await resets.waiting()).toBe(0)

    await resets.server.start()
    await eventually(async () => expect((await resets.ask(ANNA)).statusCode).toBe(200))
  })

  it('AUT-06 refuses without a mail server to send with', async () => {
    const mailless = await testApi()
    expectProblem(await mailless.post('/api/auth/password_reset/', { email: ANNA }), 503, 'mail_unavailable')
    await mailless.close()
  })

  it('AUT-06 takes three for an address from one network in 15 minutes, and counts unknown addresses alike', async () => {
    for (const email of [ANNA, 'nobody@example.org']) {
      for (let i = 0; i < 3; i++) expect((await resets.ask(email)).statusCode).toBe(200)
      expectProblem(await resets.ask(email.toUpperCase()), 429, 'too_many_attempts')
    }
    await resets.sent()
    resets.api.clock.skip(15 * MINUTE)
    expect((await resets.ask(ANNA)).statusCode).toBe(200)
  })

  it('AUT-13 sends three an address in 20 minutes whoever asks, each good, and never refuses the owner', async () => {
    for (let i = 1; i <= 3; i++) expect((await resets.ask(ANNA, `203.0.113.${i}`)).statusCode).toBe(200)
    expect((await resets.ask(ANNA)).statusCode).toBe(200)
    await resets.sent()
    const first = resets.tokensSent()[0] ?? ''
    expect(resets.tokensSent()).toHaveLength(3)
    resets.api.clock.skip(20 * MINUTE)
    await resets.receive()
    expect((await resets.confirm(first)).statusCode).toBe(200)
  })

  it('AUT-13 sends twelve a day for one address to one site, and another site has its own', async () => {
    for (let i = 0; i < 12; i++) {
      expect((await resets.ask(ANNA, `2001:db8:1:${i}::1`)).statusCode).toBe(200)
      await resets.sent()
      resets.api.clock.skip(20 * MINUTE)
    }
    expectProblem(await resets.ask(ANNA.toUpperCase(), '2001:db8:1:ff::1'), 429, 'too_many_attempts')
    expect((await resets.ask('nobody@example.org', '2001:db8:1:ff::1')).statusCode).toBe(200)
    expect((await resets.ask(ANNA, '2001:db8:2::1')).statusCode).toBe(200)
    await resets.sent()
    expect(resets.tokensSent()).toHaveLength(13)
  })

  it('AUT-06 sends twenty a network in an hour, to whatever addresses', async () => {
    for (let i = 0; i < 20; i++) expect((await resets.ask(`nobody${i}@example.org`)).statusCode).toBe(200)
    expectProblem(await resets.ask(ANNA), 429, 'too_many_attempts')
  })

  it('AUT-06 sends two hundred in an hour to whoever has many networks', async () => {
    const ask = (i: number) => resets.ask(`nobody${i}@example.org`, `2001:db8:1:${(i % 20).toString(16)}::1`)
    for (let i = 0; i < 200; i++) expect((await ask(i)).statusCode).toBe(200)
    expectProblem(await resets.ask(ANNA, '2001:db8:1:ffff::1'), 429, 'too_many_attempts')
    expect((await resets.ask(ANNA, '2001:db8:2::1')).statusCode).toBe(200)
  })

  it('API-12 names what is wrong with an address', async () => {
    const answer = await resets.ask('anna')
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual({ email: 'format' })
  })
})
