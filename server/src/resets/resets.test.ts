import { createHash } from 'node:crypto'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../../test/api.ts'
import { mailServer } from '../../test/mail-server.ts'
import { composing } from '../mail/compose.ts'
import { MAIL_ADDED } from '../mail/store.ts'
import { openTransport, type Transport } from '../mail/transport.ts'
import { openMailWorker } from '../mail/worker.ts'

const ANNA = 'anna@example.org'
const NEW = 'Ganz-neuer-Keller-7'
const MINUTE = 60_000
const config = { PUBLIC_URL: 'https://portal.example', CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' }

let server: Awaited<ReturnType<typeof mailServer>>
let api: TestApi
let transport: Transport
let worker: ReturnType<typeof openMailWorker>
let clock = () => new Date()

const work = () =>
  openMailWorker({
    db: api.db,
    transport,
    compose: composing({ db: api.db, secret: SECRET, now: api.now, config }),
    now: api.now,
    log: api.log,
  })
beforeAll(async () => {
  server = await mailServer()
  const opened = openTransport({ SMTP_URL: server.url, MAIL_FROM: 'no-reply@portal.example' }, () => clock())
  if (!opened) throw new Error('no transport')
  transport = opened
  api = await testApi({ mail: transport })
  clock = api.now
  worker = work()
})
beforeEach(async () => {
  await api.owner(ANNA)
})
afterEach(async () => {
  await eventually(async () => expect(await waiting()).toBe(0))
  await api.db.run('delete from attempt')
  await api.db.run('delete from owner')
  server.taken.length = 0
})
afterAll(async () => {
  await worker.close()
  await api.close()
  await server.stop()
})

const ask = (email: string) => api.post('/api/auth/password_reset/', { email })
const confirm = (token: string, password = NEW) =>
  api.post('/api/auth/password_reset/confirm/', { token, password })
const enter = (password: string) => api.post('/api/auth/token/', { email: ANNA, password })
const tokensSent = () =>
  server.taken.flatMap(({ text }) => /password_reset#token=(\S+)/.exec(text ?? '')?.[1] ?? [])
/** The token of the link that comes when it is asked for. */
async function receive(email = ANNA): Promise<string> {
  const before = tokensSent().length
  expect((await ask(email)).statusCode).toBe(200)
  await eventually(() => expect(tokensSent()).toHaveLength(before + 1))
  return z.string().parse(tokensSent().at(-1))
}
const namesOf = ({ headers }: { headers: object }) => new Set(Object.keys(headers))
const waiting = async () =>
  (await api.db.row(z.object({ n: z.int() }), 'select count(*) as n from mail'))?.n ?? Number.NaN

describe('asking for a link', () => {
  it('AUT-06 answers the same whether the address has an account or not, and writes to who has', async () => {
    const known = await ask(ANNA)
    const unknown = await ask('nobody@example.org')
    expect([known.statusCode, known.body]).toEqual([200, '{}'])
    expect([unknown.statusCode, unknown.body]).toEqual([200, '{}'])
    expect(namesOf(unknown)).toEqual(namesOf(known))
    await eventually(async () => expect(await waiting()).toBe(0))
    expect(server.taken.map(({ to }) => to?.map(({ address }) => address))).toEqual([[ANNA]])
  })

  it('AUT-06 looks nobody up, so that it takes the same time', async () => {
    await worker.close()
    await api.db.run('alter table owner rename column email to hidden')
    const answers = await Promise.all([ask(ANNA), ask('nobody@example.org')])
    await api.db.run('alter table owner rename column hidden to email')
    worker = work()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await eventually(() => expect(tokensSent()).toHaveLength(1))
  })

  it('AUT-06 writes to the address of the account, in its language, however it was typed', async () => {
    await receive(' ANNA@Example.org')
    expect(server.taken[0]?.to).toMatchObject([{ address: ANNA }])
    expect(server.taken[0]?.subject).toBe('Neues Passwort festlegen')
  })

  it('AUT-06 says the same to all while no mail can be sent, known before anybody is looked up', async () => {
    await server.stop()
    api.clock.skip(MINUTE)
    const known = await ask(ANNA)
    const unknown = await ask('nobody@example.org')
    expectProblem(known, 503, 'mail_unavailable')
    expect(unknown.body).toBe(known.body)
    expect(namesOf(unknown)).toEqual(namesOf(known))
    expect(await waiting()).toBe(0)

    await server.start()
    await eventually(async () => expect((await ask(ANNA)).statusCode).toBe(200))
  })

  it('AUT-06 refuses without a mail server to send with', async () => {
    const mailless = await testApi()
    expectProblem(await mailless.post('/api/auth/password_reset/', { email: ANNA }), 503, 'mail_unavailable')
    await mailless.close()
  })

  it('AUT-06 sends three an address in 15 minutes, and counts unknown addresses alike', async () => {
    for (const email of [ANNA, 'nobody@example.org']) {
      for (let i = 0; i < 3; i++) expect((await ask(email)).statusCode).toBe(200)
      expectProblem(await ask(email.toUpperCase()), 429, 'too_many_attempts')
    }
    api.clock.skip(15 * MINUTE)
    expect((await ask(ANNA)).statusCode).toBe(200)
  })

  it('AUT-06 sends twenty a network in an hour, to whatever addresses', async () => {
    for (let i = 0; i < 20; i++) expect((await ask(`nobody${i}@example.org`)).statusCode).toBe(200)
    expectProblem(await ask(ANNA), 429, 'too_many_attempts')
  })

  it('API-12 names what is wrong with an address', async () => {
    const answer = await ask('anna')
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual({ email: 'format' })
  })
})

describe('following a link', () => {
  it('AUT-06 AUT-11 API-12 sets the new password, ends all sessions, and says so by mail', async () => {
    const { refresh } = await api.signIn(ANNA)
    for (let i = 0; i < 5; i++) expectProblem(await enter('forgotten'), 401, 'credentials_wrong')
    const answer = await confirm(await receive())
    expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    expectProblem(await api.refresh(refresh), 401, 'session_expired')
    expect((await enter(NEW)).statusCode).toBe(200)
    expectProblem(await enter(PASSWORD), 401, 'credentials_wrong')
    await eventually(() =>
      expect(server.taken.map(({ subject }) => subject)).toContain('Ihr Passwort wurde geändert'),
    )
  })

  it('AUT-06 works once, also for ten at the same time', async () => {
    const token = await receive()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => confirm(token, `${NEW}${i}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(9)
    expectProblem(await confirm(token), 410, 'link_invalid')
  })

  it('AUT-06 works for 30 minutes', async () => {
    const token = await receive()
    api.clock.skip(29 * MINUTE)
    expectProblem(await confirm(token, 'Sommer-2026'.repeat(20)), 400, 'input_invalid')
    api.clock.skip(MINUTE)
    expectProblem(await confirm(token), 410, 'link_invalid')
  })

  it('AUT-06 works with the newest link alone', async () => {
    const older = await receive()
    const newer = await receive()
    expectProblem(await confirm(older), 410, 'link_invalid')
    expect((await confirm(newer)).statusCode).toBe(200)
  })

  it('AUT-06 works with no token that is not ours, whatever is changed in it', async () => {
    const token = await receive()
    const flipped = (i: number) => token.slice(0, i) + (token[i] === 'a' ? 'b' : 'a') + token.slice(i + 1)
    for (const wrong of [
      flipped(0),
      flipped(30),
      flipped(60),
      token.slice(1),
      `${token}a`,
      token.toUpperCase(),
      '0',
      '../..',
    ]) {
      expectProblem(await confirm(wrong), 410, 'link_invalid')
    }
    expect(Buffer.from(token, 'hex').length - 16).toBeGreaterThanOrEqual(128 / 8)
    expect((await confirm(token)).statusCode).toBe(200)
  })

  it.each(['Anna-geht-1', 'Password1!'])(
    'AUT-06 keeps the link for another password than %s',
    async (weak) => {
      const token = await receive()
      const refused = await confirm(token, weak)
      expectProblem(refused, 400, 'input_invalid')
      expect(refused.json().errors).toEqual({ password: 'common' })
      expect((await confirm(token)).statusCode).toBe(200)
    },
  )

  it('AUT-06 cannot be guessed at: 20 tries an hour', async () => {
    for (let i = 0; i < 20; i++) expectProblem(await confirm('guessed'), 410, 'link_invalid')
    expectProblem(await confirm('guessed'), 429, 'too_many_attempts')
  })

  it('AUT-06 is over when its mail, delivered without our knowing, is sent again', async () => {
    server.troubles.push({ at: 'confirm', how: 'hang up' })
    expect((await ask(ANNA)).statusCode).toBe(200)
    await eventually(() => expect(server.troubles).toEqual([]))
    await eventually(async () =>
      expect(
        await api.db.run('select 1 from mail where due_at < $1', [new Date(api.now().getTime() + MINUTE)]),
      ).toBe(1),
    )
    await api.db.run('update reset set spent = true')
    api.clock.skip(MINUTE)
    await api.db.run(`select pg_notify('${MAIL_ADDED}', '')`)
    await eventually(async () => expect(await waiting()).toBe(0))
    expect(tokensSent()).toEqual([])
  })

  it('AUT-06 leaves no token and no address behind, in no table and no log', async () => {
    api.logged.length = 0
    const token = await receive()
    await ask('nobody@example.org')
    await eventually(async () => expect(await waiting()).toBe(0))
    const hash = createHash('sha256').update(token).digest()
    for (const table of ['mail', 'reset', 'attempt']) {
      const rows = await api.db.rows(z.object({ row: z.string() }), `select t::text as row from ${table} t`)
      const text = JSON.stringify(rows)
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token, 'hex').subarray(16).toString('hex'))
      expect(text).not.toContain(hash.toString('hex'))
      expect(text).not.toMatch(/anna|nobody/)
    }
    await confirm(token)
    const log = api.logged.join()
    expect(log).not.toContain(token)
    expect(log).not.toMatch(/anna@|nobody@/i)
    expect(log).toContain('"event":"reset_request","outcome":"succeeded"')
    expect(log).toContain('"event":"reset","outcome":"succeeded"')
  })
})
