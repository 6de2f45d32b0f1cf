import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
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
