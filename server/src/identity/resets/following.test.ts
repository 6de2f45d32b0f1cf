import { createHash } from 'node:crypto'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { ANNA, type TestResets, testResets } from '../../../test/set-up/resets.ts'
import { MAIL_ADDED } from '../../platform/mail/store.ts'

const NEW = 'Ganz-neuer-Keller-7'
const MINUTE = 60_000

let resets: TestResets
beforeAll(async () => {
  resets = await testResets()
})
beforeEach(() => resets.begin())
afterEach(() => resets.clear())
afterAll(() => resets.close())

describe('looking at a link', () => {
  it('AUT-06 says that it is good, which it stays', async () => {
    const token = await resets.receive()
    for (let i = 0; i < 2; i += 1) {
      const { statusCode, body } = await resets.check(token)
      expect([statusCode, body]).toEqual([200, '{"linked":false}'])
    }
    expect((await resets.confirm(token)).statusCode).toBe(200)
    expectProblem(await resets.check(token), 410, 'link_invalid')
  })

  it('AUT-06 says the same of one that is used, over, made up, or of an account that is gone', async () => {
    const over = await resets.receive()
    resets.api.clock.skip(30 * MINUTE)
    const used = await resets.receive()
    await resets.confirm(used)
    const gone = await resets.receive()
    await resets.sent()
    await resets.api.db.run('delete from owner')
    const bodies = new Set<string>()
    for (const token of [over, used, gone, 'a'.repeat(96), 'x']) {
      const answer = await resets.check(token)
      expectProblem(answer, 410, 'link_invalid')
      bodies.add(answer.body)
    }
    expect(bodies.size).toBe(1)
  })

  it('AUT-06 API-12 counts it, of a genuine link by itself, and never against its use', async () => {
    const token = await resets.receive()
    for (let i = 0; i < 60; i += 1) expectProblem(await resets.check('x'), 410, 'link_invalid')
    expectProblem(await resets.check('y'), 429, 'too_many_attempts')
    expectProblem(await resets.check('y', '203.0.113.1'), 410, 'link_invalid')
    for (let i = 0; i < 60; i += 1) expect((await resets.check(token)).statusCode).toBe(200)
    expectProblem(await resets.check(token), 429, 'too_many_attempts')
    expect((await resets.confirm(token)).statusCode).toBe(200)
  })

  it('AUT-06 names no token in the log', async () => {
    const token = await resets.receive()
    await resets.check(token)
    await resets.check(token.replace(/.$/, 'f'))
    expect(resets.api.logged.join('')).not.toContain(token.slice(0, 40))
  })
})

describe('following a link', () => {
  it('AUT-06 AUT-11 API-12 sets the new password, ends all sessions, and says so by mail', async () => {
    const { refresh } = await resets.api.signIn(ANNA)
    for (let i = 0; i < 5; i++) expectProblem(await resets.enter('forgotten'), 401, 'credentials_wrong')
    const answer = await resets.confirm(await resets.receive())
    expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    expectProblem(await resets.api.refresh(refresh), 401, 'session_expired')
    expect((await resets.enter(NEW)).statusCode).toBe(200)
    expectProblem(await resets.enter(PASSWORD), 401, 'credentials_wrong')
    await eventually(() =>
      expect(resets.server.taken.map(({ subject }) => subject)).toContain('Ihr Passwort wurde geändert'),
    )
  })

  it('AUT-13 lets the owner in again, however many wrong passwords came from wherever', async () => {
    await resets.enter('wrong', '203.0.113.1')
    await resets.api.db.run('update attempt set hits = 100 where resets_at > $1', [
      new Date(resets.api.now().getTime() + 23 * 60 * MINUTE),
    ])
    await resets.enter('wrong')
    expectProblem(await resets.enter(PASSWORD), 429, 'too_many_attempts')
    await resets.confirm(await resets.receive())
    expect((await resets.enter(NEW)).statusCode).toBe(200)
    for (let i = 0; i < 2; i++)
      expectProblem(await resets.enter('wrong', '203.0.113.1'), 401, 'credentials_wrong')
  })

  it('AUT-06 works once, also for ten at the same time', async () => {
    const token = await resets.receive()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => resets.confirm(token, `${NEW}${i}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(9)
    expectProblem(await resets.confirm(token), 410, 'link_invalid')
  })

  it('AUT-06 works for 30 minutes', async () => {
    const token = await resets.receive()
    resets.api.clock.skip(29 * MINUTE)
    expectProblem(await resets.confirm(token, 'Sommer-2026'.repeat(20)), 400, 'input_invalid')
    resets.api.clock.skip(MINUTE)
    expectProblem(await resets.confirm(token), 410, 'link_invalid')
  })

  it('AUT-06 works with each link that is out, until one has been used', async () => {
    const [oldest, older, newest] = [await resets.receive(), await resets.receive(), await resets.receive()]
    expect((await resets.confirm(older)).statusCode).toBe(200)
    for (const token of [oldest, older, newest])
      expectProblem(await resets.confirm(token), 410, 'link_invalid')
  })

  it('AUT-06 works for one of several that are followed at the same time', async () => {
    const tokens = [await resets.receive(), await resets.receive(), await resets.receive()]
    const answers = await Promise.all(tokens.map((token) => resets.confirm(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  it('AUT-06 works with no token that is not ours, whatever is changed in it', async () => {
    const token = await resets.receive()
    const flipped = (i: number) => token.slice(0, i) + (token[i] === 'a' ? 'b' : 'a') + token.slice(i + 1)
    for (const wrong of [
      flipped(0),
      flipped(30),
      flipped(60),
      token.slice(1),
      `${token}a`,
      token.toUpperCase(),
      '0',
      '../../..',
    ]) {
      expectProblem(await resets.confirm(wrong), 410, 'link_invalid')
    }
    expect(Buffer.from(token, 'hex').length - 16).toBeGreaterThanOrEqual(128 / 8)
    expect((await resets.confirm(token)).statusCode).toBe(200)
  })

  it.each(['Anna-geht-1', 'Password1!'])(
    'AUT-06 keeps the link for another password than %s',
    async (weak) => {
      const token = await resets.receive()
      const refused = await resets.confirm(token, weak)
      expectProblem(refused, 400, 'input_invalid')
      expect(refused.json().errors).toEqual({ password: 'common' })
      expect((await resets.confirm(token)).statusCode).toBe(200)
    },
  )

  it('AUT-06 cannot be guessed at: 20 tries an hour', async () => {
    for (let i = 0; i < 20; i++) expectProblem(await resets.confirm('guessed'), 410, 'link_invalid')
    expectProblem(await resets.confirm('guessed'), 429, 'too_many_attempts')
  })

  it('AUT-06 is over when its mail, delivered without our knowing, is sent again', async () => {
    resets.server.troubles.push({ at: 'confirm', how: 'hang up' })
    expect((await resets.ask(ANNA)).statusCode).toBe(200)
    await eventually(() => expect(resets.server.troubles).toEqual([]))
    await eventually(async () =>
      expect(
        await resets.api.db.run('select 1 from mail where due_at < $1', [
          new Date(resets.api.now().getTime() + MINUTE),
        ]),
      ).toBe(1),
    )
    await resets.api.db.run('update reset set spent = true')
    resets.api.clock.skip(MINUTE)
    await resets.api.db.run(`select pg_notify('${MAIL_ADDED}', '')`)
    await resets.sent()
    expect(resets.tokensSent()).toEqual([])
  })

  it('AUT-06 leaves no token and no address behind, in no table and no log', async () => {
    resets.api.logged.length = 0
    const token = await resets.receive()
    await resets.ask('nobody@example.org')
    await resets.sent()
    const hash = createHash('sha256').update(token).digest()
    for (const table of ['mail', 'reset', 'attempt']) {
      const rows = await resets.api.db.rows(
        z.object({ row: z.string() }),
        `select t::text as row from ${table} t`,
      )
      const text = JSON.stringify(rows)
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token, 'hex').subarray(16).toString('hex'))
      expect(text).not.toContain(hash.toString('hex'))
      expect(text).not.toMatch(/anna|nobody/)
    }
    await resets.confirm(token)
    const log = resets.api.logged.join()
    expect(log).not.toContain(token)
    expect(log).not.toMatch(/anna@|nobody@/i)
    expect(log).toContain('"event":"reset_request","outcome":"succeeded"')
    expect(log).toContain('"event":"reset","outcome":"succeeded"')
  })
})
