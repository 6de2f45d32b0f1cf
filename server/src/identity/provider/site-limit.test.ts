import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectProblem, SECRET } from '../../../test/api.ts'
import { type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'
import { deriveKey } from '../../platform/derive.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'

const ANNA = 'anna@example.org'
const HOME = '2001:db8:7:1::1'
const NEIGHBOUR = '2001:db8:7:2::1'
const ELSEWHERE = '2001:db8:8::1'

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
  await flow.api.owner(ANNA)
})
beforeEach(async () => {
  await flow.api.db.run('delete from attempt')
  const limits = rateLimits(flow.api.db, deriveKey(SECRET, 'attempt'))
  await limits.begin([{ limit: 'provider_site', who: siteOf(HOME), times: 200 }], flow.api.now())
})
afterAll(() => flow.close())

const post = (path: string, form: Record<string, string>, from: string, cookie = '') =>
  flow.api.post(`/api/auth/provider/${path}/`, form, { headers: { 'x-forwarded-for': from, cookie } })

it('AUT-10 API-14 a site asks the provider two hundred times a minute from all of its networks', async () => {
  expectProblem(await post('begin', {}, NEIGHBOUR), 429, 'too_many_attempts')
  expect((await post('begin', {}, ELSEWHERE)).statusCode).toBe(200)
})

it('AUT-10 API-14 finishing counts, too: a flow may have been begun elsewhere', async () => {
  const { url, cookie } = await flow.begin()
  const query = await flow.provider.visit(url, ANNA)
  expectProblem(await post('finish', { query }, NEIGHBOUR, cookie), 429, 'too_many_attempts')
  expect((await post('finish', { query }, ELSEWHERE, cookie)).statusCode).toBe(200)
})

it('AUT-18 API-14 so do links to accounts, of which anybody may have many', async () => {
  const { access } = await flow.api.signIn(ANNA)
  const headers = { authorization: `Bearer ${access}`, 'x-forwarded-for': NEIGHBOUR }
  const answer = await flow.api.post('/api/auth/provider/link/begin/', { password: 'x' }, { headers })
  expectProblem(answer, 429, 'too_many_attempts')
})
