import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { readConfig } from '../config.ts'

const PROXY = '10.0.0.2'
const OWNER = '198.51.100.7'
const STRANGER = '203.0.113.9'
const line = z.object({ event: z.string(), from: z.string(), reqId: z.string() })

let api: TestApi
beforeAll(async () => {
  const urls = { PUBLIC_URL: 'http://localhost:8080', UPDATES_URL: 'http://localhost:8081' }
  api = await testApi({ config: { TRUST_PROXY: ['loopback', '10.0.0.0/8'], ...urls } })
})
afterAll(() => api.close())

const ask = (remoteAddress: string, headers: Record<string, string>) =>
  api.post('/api/auth/token/', { email: 'nobody@example.org', password: 'x' }, { remoteAddress, headers })

/** Resolves to the address that the security log names for a request. */
async function caller(remoteAddress: string, forwarded: string) {
  const answer = await ask(remoteAddress, { 'x-forwarded-for': forwarded })
  const found = api.logged
    .map((text) => line.safeParse(JSON.parse(text)))
    .find(({ data }) => data?.reqId === answer.headers['x-request-id'])
  return found?.data?.from
}

describe('behind a proxy', () => {
  it.each([
    ['what the proxy says', PROXY, OWNER, OWNER],
    ['not what came to the proxy already', PROXY, `${STRANGER}, ${OWNER}`, OWNER],
    ['all proxies on the way', '127.0.0.1', `${STRANGER}, ${OWNER}, 10.0.0.3`, OWNER],
    ['not what anybody else says', STRANGER, OWNER, STRANGER],
    ['not that they are a proxy', STRANGER, `${OWNER}, ${PROXY}`, STRANGER],
    ['not what is no address', PROXY, 'unknown', 'unknown'],
  ])('API-13 believes about a caller %s', async (_, remote, forwarded, expected) => {
    expect(await caller(remote, forwarded)).toBe(expected)
  })

  it('API-13 AUT-07 slows down who guesses, whatever addresses they make up', async () => {
    await api.db.run('delete from attempt')
    for (let i = 0; i < 5; i++)
      expectProblem(await ask(STRANGER, { 'x-forwarded-for': `192.0.2.${i}` }), 401, 'credentials_wrong')
    expectProblem(await ask(STRANGER, { 'x-forwarded-for': '192.0.2.99' }), 429, 'too_many_attempts')
  })

  it('API-13 believes nobody else that a call came through TLS', async () => {
    const over = (remoteAddress: string) =>
      api.app.inject({ url: '/api/health', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })
    expect((await over(PROXY)).headers['strict-transport-security']).toBeDefined()
    expect((await over(STRANGER)).headers['strict-transport-security']).toBeUndefined()
  })

  it.each([
    ['', []],
    ['0', []],
    ['false', []],
    ['1', ['loopback']],
    ['true', ['loopback']],
    ['10.1.2.3, fd00::/8,uniquelocal', ['10.1.2.3', 'fd00::/8', 'uniquelocal']],
  ])('HND-01 reads TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
    expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(expected)
  })

  it.each(['everyone', '10.0.0.0/33', '10.0.0.1,', '2'])('HND-01 refuses TRUST_PROXY=%s', (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/TRUST_PROXY/)
  })
})
