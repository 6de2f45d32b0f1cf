import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, PUBLIC_URL, type TestApi, testApi } from '../../../test/api.ts'

const SIGN_IN = '/api/auth/token/'
const SIGN_OUT = '/api/auth/logout/'
const REFRESH = '/api/auth/token/refresh/'
const anna = { email: 'anna@example.org', password: PASSWORD }

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner(anna.email)
})
afterAll(() => api.close())

const refusals = () => api.logged.filter((line) => line.includes('"event":"origin"')).length

describe('what pages of others send', () => {
  it.each([
    [{ origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }],
    [{ origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://updates.example', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'http://evil.test' }],
    [{ origin: 'null' }],
  ])('API-13 F2 signs nobody in or out, and takes no cookie away: %j', async (headers) => {
    const before = refusals()
    for (const [path, form] of [
      [SIGN_IN, anna],
      [SIGN_OUT, { refresh: 'x' }],
      [REFRESH, { refresh: 'x' }],
    ] as const) {
      const answer = await api.post(path, form, { headers })
      expectProblem(answer, 403, 'origin_denied')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(refusals()).toBe(before + 3)
  })

  it.each(['/%61pi/auth/token/', '/ap%69/auth/token/', '/api/%61uth/token/'])(
    'API-13 F2 signs nobody in by another spelling of the path: %s',
    async (path) => {
      const headers = { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }
      expectProblem(await api.post(path, anna, { headers }), 403, 'origin_denied')
    },
  )

  it.each([
    ['the portal itself', { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }],
    ['the portal in an old browser', { origin: PUBLIC_URL }],
    ['the portal by its address at home', { origin: 'http://192.168.1.5:8080', host: '192.168.1.5:8080' }],
    ['no browser', {}],
  ])('API-13 F2 is taken from %s', async (_, headers) => {
    expect((await api.post(SIGN_IN, anna, { headers })).statusCode).toBe(200)
  })

  it('API-13 F2 may be a question', async () => {
    const headers = { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await api.app.inject({ url: '/api/health', headers })).statusCode).toBe(200)
  })
})
