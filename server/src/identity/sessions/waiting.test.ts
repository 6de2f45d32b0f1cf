import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
beforeEach(() => api.db.run('delete from attempt'))
afterAll(() => api.close())

const enter = (email: string, from: string) =>
  api.post('/api/auth/token/', { email, password: 'wrong' }, { headers: { 'x-forwarded-for': from } })

describe('who waits for a password to be looked at', () => {
  it.each([
    ['IPv4', (i: number) => `203.0.113.${i}`],
    ['IPv6', (i: number) => `2001:db8:1:${i}::1`],
  ])(
    'AUT-13 has a place in line whatever comes from other networks of the site, of %s',
    async (_, network) => {
      const flood = Array.from({ length: 100 }, (_, i) => enter(`nobody${i}@example.org`, network(i % 5)))
      const others = Array.from({ length: 8 }, (_, i) => enter(`somebody${i}@example.org`, network(100 + i)))
      for (const answer of await Promise.all(others)) expectProblem(answer, 401, 'credentials_wrong')
      const slowed = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 401)
      for (const answer of slowed) expectProblem(answer, 429, 'too_many_attempts')
    },
  )
})

describe('who renews a session', () => {
  const renewed = (refresh: string, from: string) =>
    api.post('/api/auth/token/refresh/', { refresh }, { headers: { 'x-forwarded-for': from } })

  it('API-02 F14 does not wait for the refreshes that come from another network', async () => {
    const { owner } = await api.owner('anna@example.org')
    await api.owner('berta@example.org')
    const [anna, berta] = [await api.signIn('anna@example.org'), await api.signIn('berta@example.org')]
    let answered = 0
    const flood = await api.db.transaction(async (sql) => {
      await sql.run('select from session where owner = $1 for update', [owner])
      const calls = Array.from({ length: 100 }, () =>
        renewed(anna.refresh, '203.0.113.1').finally(() => {
          answered += 1
        }),
      )
      expect((await renewed(berta.refresh, '192.0.2.1')).statusCode).toBe(200)
      // No more than those whose turn it was can have given up waiting for the row.
      expect(answered).toBeLessThanOrEqual(4)
      return calls
    })
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(96)
  })

  it('API-02 API-14 F14 does not wait for the calls without a session of its own network', async () => {
    await api.owner('clara@example.org')
    const { refresh } = await api.signIn('clara@example.org')
    // The second would have to wait for others than the first.
    const answer = await whileStrangersWait(['203.0.113.1'], confirm, async () => {
      await renewed(refresh, '203.0.113.1')
      return renewed(refresh, '203.0.113.1')
    })
    expect(answer.statusCode).toBe(200)
  })
})

const confirm = (from: string) =>
  api.post(
    '/api/auth/password_reset/confirm/',
    { token: 'f'.repeat(96), password: 'Neues-Passwort-1' },
    { headers: { 'x-forwarded-for': from } },
  )
const wrongPassword = (from: string) => enter(`nobody${from}@example.org`, from)

/** Resolves to the answer of `asked`, which comes while 100 calls of these networks wait for a locked row. */
async function whileStrangersWait<A>(
  networks: readonly string[],
  call: (from: string) => ReturnType<TestApi['post']>,
  asked: () => Promise<A>,
): Promise<A> {
  await Promise.all(networks.map(call))
  let answered = 0
  const { answer, flood } = await api.db.transaction(async (sql) => {
    await sql.run('select from attempt for update')
    const calls = Array.from({ length: 100 }, (_, i) =>
      call(networks[i % networks.length] ?? '').finally(() => {
        answered += 1
      }),
    )
    const first = await asked()
    // No more than those whose turn it was can have given up waiting for the row.
    expect(answered).toBeLessThanOrEqual(4)
    return { answer: first, flood: calls }
  })
  for (const { statusCode } of await Promise.all(flood)) expect([401, 410, 429, 503]).toContain(statusCode)
  return answer
}

const calls = [
  ['with made-up links', confirm],
  ['with wrong passwords', wrongPassword],
] as const

describe('who calls without a session', () => {
  it.each(calls)('API-13 F14 does not wait for the calls of another network, %s', async (_, call) => {
    const answer = await whileStrangersWait(['203.0.113.1'], call, () => call('192.0.2.1'))
    expect(answer.statusCode).toBeLessThan(500)
  })

  it.each(calls)('API-14 F14 does not wait for the networks of another site, %s', async (_, call) => {
    const site = Array.from({ length: 25 }, (_, i) => `2001:db8:1:${i}::1`)
    const answer = await whileStrangersWait(site, call, () => call('2001:db8:2::1'))
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('an owner', () => {
  it.each(calls)('API-14 F14 does not wait for whoever calls without a session, %s', async (_, call) => {
    await api.db.run('delete from owner')
    await api.owner('anna@example.org')
    const { access } = await api.signIn('anna@example.org')
    const sites = Array.from({ length: 25 }, (_, i) => `203.0.${i}.1`)
    const answer = await whileStrangersWait(sites, call, () => api.get('/api/auth/user/', access))
    expect(answer.statusCode).toBe(200)
  })
})
