import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectProblem, testApi } from '../../../test/api.ts'
import { type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'

const ANNA = 'anna@example.org'
const BEGIN = '/api/auth/provider/begin/'

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
  await flow.api.owner(ANNA)
})
afterEach(() => flow.provider.hang(false))
afterAll(() => flow.close())

it('AUT-10 a provider that is away hinders nobody, and is asked anew once it is back', async () => {
  await flow.provider.stop()
  expectProblem(await flow.api.post(BEGIN, {}), 503, 'provider_unavailable')
  expect((await flow.api.get('/api/auth/provider/')).json()).toEqual({ name: 'CleverPV' })
  expect(await flow.api.signIn(ANNA)).toHaveProperty('access')
  await flow.provider.again()
  expect((await flow.signIn(ANNA)).json()).toMatchObject({ outcome: 'link' })
})

it('AUT-10 a provider that goes away in between makes no account and can be tried again', async () => {
  const { url, cookie } = await flow.begin()
  const query = await flow.provider.visit(url, 'new@example.org')
  await flow.provider.stop()
  const answer = await flow.finish(query, cookie)
  expectProblem(answer, 503, 'provider_unavailable')
  expect(answer.headers['set-cookie']).toMatch(/^provider_flow=; /)
  await flow.provider.again()
  expect((await flow.signIn('new@example.org')).json()).toMatchObject({ outcome: 'register' })
})

it('AUT-10 a provider that does not answer is given up, and holds up nobody else', async () => {
  const { url, cookie } = await flow.begin()
  const query = await flow.provider.visit(url, ANNA)
  flow.provider.hang(true)
  const slow = flow.finish(query, cookie)
  expect(await Promise.race([slow, flow.api.signIn(ANNA)])).toHaveProperty('access')
  expectProblem(await slow, 503, 'provider_unavailable')
})

it.each([
  ['is another than it says', (issuer: string) => issuer.replace('127.0.0.1', 'localhost'), 'kellersonne'],
  ['is reached without TLS', () => 'http://192.0.2.1', 'kellersonne'],
])('AUT-10 an issuer that %s is not used', async (_, issuerOf, id) => {
  const api = await testApi({ config: { OIDC_ISSUER: issuerOf(flow.provider.issuer), OIDC_CLIENT_ID: id } })
  expectProblem(await api.post(BEGIN, {}), 503, 'provider_unavailable')
  await api.close()
})

it('AUT-10 a provider that does not know us is no fault of who signs in', async () => {
  const api = await testApi({
    config: {
      OIDC_ISSUER: flow.provider.issuer,
      OIDC_CLIENT_ID: 'kellersonne',
      OIDC_CLIENT_SECRET: 'not the secret',
    },
  })
  const begun = await api.post(BEGIN, {})
  const query = await flow.provider.visit(begun.json().url, ANNA)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const answer = await api.post('/api/auth/provider/finish/', { query }, { headers: { cookie } })
  expectProblem(answer, 503, 'provider_unavailable')
  expect(api.logged.join('')).toContain('client_not_accepted')
  await api.close()
})
