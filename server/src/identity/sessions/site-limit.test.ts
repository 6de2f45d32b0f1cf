import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem, PASSWORD, passwordHash, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { deriveKeys } from './keys.ts'
import { knownNetworks } from './known-networks.ts'

const MINUTE = 60_000
const ANNA = 'anna@example.org'
const HOME = '2001:db8:7:1::1'
const NEIGHBOUR = '2001:db8:7:2::1'
const ELSEWHERE = '2001:db8:8::1'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
afterAll(() => api.close())

const enter = (password: string, from: string, email = ANNA) =>
  api.post('/api/auth/token/', { email, password }, { headers: { 'x-forwarded-for': from } })

it('AUT-13 F8 a site fails two hundred times a minute from all of its networks, except where an owner is known', async () => {
  const { owner } = await api.owner(ANNA)
  const key = deriveKeys(SECRET).attempt
  const used = { limit: 'network_site', who: siteOf(HOME), times: 200 } as const
  await rateLimits(api.db, key).begin([used], api.now())
  for (const email of [ANNA, 'nobody@example.org'])
    expectProblem(await enter('wrong', NEIGHBOUR, email), 429, 'too_many_attempts')
  expectProblem(await enter('wrong', ELSEWHERE), 401, 'credentials_wrong')
  await knownNetworks(api.db, key).add({ owner, passwordHash }, networkOf(HOME), api.now())
  expect((await enter(PASSWORD, HOME)).statusCode).toBe(200)
  api.clock.skip(MINUTE)
  expectProblem(await enter('wrong', NEIGHBOUR), 401, 'credentials_wrong')
})
