import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { metricsFromNow } from '../../../test/metrics.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { sessionStore } from './store.ts'

const MINUTE = 60_000
const ANNA = 'anna@example.org'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
  await api.owner(ANNA)
})
beforeEach(() => api.db.run('delete from attempt'))
afterAll(() => api.close())

const enter = (email: string, password: string, from = '192.0.2.1') =>
  api.post('/api/auth/token/', { email, password }, { headers: { 'x-forwarded-for': from } })
const fail = async (times: number, email: string, from?: (i: number) => string) => {
  for (let i = 0; i < times; i++)
    expectProblem(await enter(email, 'wrong', from?.(i)), 401, 'credentials_wrong')
}

describe('signing in', () => {
  it('NAV-04 takes the address in any case and with blanks around', async () => {
    expect((await enter(' ANNA@Example.org ', PASSWORD)).statusCode).toBe(200)
  })

  it('AUT-07 does not distinguish an unknown address from a wrong password', async () => {
    const known = await enter(ANNA, 'wrong')
    const unknown = await enter('nobody@example.org', 'wrong')
    expect(unknown.body).toBe(known.body)
    const names = (answer: typeof known) => new Set(Object.keys(answer.headers))
    expect(names(unknown)).toEqual(names(known))
    expect(unknown.statusCode).toBe(known.statusCode)
  })

  it('HND-04 is counted by how it ends', async () => {
    const since = await metricsFromNow()
    await enter(ANNA, PASSWORD)
    await fail(2, ANNA)
    const more = await since()
    const counted = (outcome: string) => more(`security_events_total{event="sign_in",outcome="${outcome}"}`)
    expect([counted('succeeded'), counted('refused'), counted('slowed')]).toEqual([1, 2, 0])
  })

  it('AUT-07 hashes for an unknown address too, so that it takes as long', async () => {
    // CPU time rather than wall time, so that the machine's other work does not count. It is measured in ticks, so
    // that a single sample says little.
    const time = async (email: string, i: number) => {
      const before = process.cpuUsage()
      await enter(email, 'wrong', `198.51.100.${i}`)
      return process.cpuUsage(before).user
    }
    const { owner } = await api.owner('berta@example.org')
    // As the product hashes it, not as these tests do.
    await accountStore(api.db).change(owner, { passwordHash: await hashPassword(PASSWORD) }, api.now())
    const spent = { known: 0, unknown: 0 }
    for (let i = 0; i < 20; i++) {
      spent.known += await time('berta@example.org', i)
      spent.unknown += await time('nobody@example.org', i)
    }
    expect(spent.unknown / spent.known).toBeGreaterThan(0.5)
    expect(spent.unknown / spent.known).toBeLessThan(2)
  })
})

describe('too many attempts', () => {
  it('AUT-07 lets five failures through in 15 minutes for an account and an address', async () => {
    await fail(5, ANNA)
    const slowed = await enter(ANNA, PASSWORD)
    expectProblem(slowed, 429, 'too_many_attempts')
    const wait = Number(slowed.headers['retry-after'])
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    expect(slowed.json().retry_after).toBe(wait)
    expect((await enter(ANNA, PASSWORD, '192.0.2.2')).statusCode).toBe(200)
    api.clock.skip(15 * MINUTE)
    expect((await enter(ANNA, PASSWORD)).statusCode).toBe(200)
  })

  it('AUT-07 counts unknown addresses alike', async () => {
    await fail(5, 'nobody@example.org')
    expectProblem(await enter('NOBODY@example.org', 'wrong'), 429, 'too_many_attempts')
  })

  it('AUT-07 forgets failures after a success', async () => {
    await fail(4, ANNA)
    expect((await enter(ANNA, PASSWORD)).statusCode).toBe(200)
    await fail(5, ANNA)
  })

  it('AUT-07 lets no more through when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => enter(ANNA, 'wrong')))
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5)
  })

  it('AUT-07 lets 20 failures a minute through for an address, and one network of IPv6 is one', async () => {
    const household = '2001:db8:1:2'
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => fail(1, `nobody${i}@example.org`, () => `${household}::${i + 1}`)),
    )
    expectProblem(await enter(ANNA, PASSWORD, `${household}:a:b:c:d`), 429, 'too_many_attempts')
    expect((await enter(ANNA, PASSWORD, '2001:db8:1:3::1')).statusCode).toBe(200)
  })

  it('AUT-07 believes the proxy next to it, and nothing a caller makes up before it', async () => {
    await fail(5, ANNA, (i) => `203.0.113.${i}, 192.0.2.1`)
    expectProblem(await enter(ANNA, PASSWORD, '203.0.113.99, 192.0.2.1'), 429, 'too_many_attempts')
  })

  it('AUT-07 keeps no address', async () => {
    await fail(1, ANNA, () => '203.0.113.77')
    const rows = await api.db.rows(z.object({ row: z.string() }), 'select a::text as row from attempt a')
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).not.toMatch(/anna|203\.0/)
  })
})

describe('a password changed meanwhile', () => {
  it('AUT-11 a sign-in with the old one that was checked before begins no session after', async () => {
    const { owner } = await api.owner('meanwhile@example.org')
    const stale = await accountStore(api.db).byEmail('meanwhile@example.org')
    const session = { id: randomUUID(), owner, stayLoggedIn: false, agent: null }
    const held = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const changed = api.db.transaction(async (sql) => {
      await accountStore(sql).change(owner, { passwordHash: 'another' }, api.now())
      await sessionStore(sql).endAll(owner)
      held.resolve()
      await committing.promise
    })
    await held.promise
    const begun = sessionStore(api.db).create(session, stale?.passwordHash ?? '', api.now())
    committing.resolve()
    await changed
    expect(await begun).toBe(false)
    expect(await sessionStore(api.db).find(session.id)).toBeUndefined()
  })
})
