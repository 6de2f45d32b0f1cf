import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { expectFaults } from '../../../test/set-up/registration.ts'

const SIGN_IN = '/api/auth/token/'
const LIST = '/api/auth/usr_sn/'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner('anna@example.org', ['1001', '1002'])
})
afterAll(() => api.close())

const raw = (payload: string, type = 'application/x-www-form-urlencoded') =>
  api.app.inject({ method: 'POST', url: SIGN_IN, headers: { 'content-type': type }, payload })

describe('what a server takes', () => {
  it('API-13 is 64 KiB of a form', async () => {
    const KIB_64 = 64 * 1024
    expectProblem(await raw('email='.padEnd(KIB_64, 'a')), 400, 'input_invalid')
    expectProblem(await raw('email='.padEnd(KIB_64 + 1, 'a')), 413, 'payload_too_large')
  })

  it('API-13 F1 is 64 fields of a form, counted before any is read', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=`).join('&')
    expectFaults(await raw(fields(64)), { email: 'required', password: 'required' })
    expectFaults(await raw(fields(65)), { body: 'too_long' })
    const worst = Array.from({ length: 20_000 }, (_, i) => i.toString(36)).join('&')
    expectFaults(await raw(worst.slice(0, 64 * 1024)), { body: 'too_long' })
  })

  it('API-13 F12 is 10 000 connections', () => {
    expect(api.app.server.maxConnections).toBe(10_000)
  })
})

describe('input', () => {
  it('API-13 names every bad field and the rule it breaks', async () => {
    const answer = await api.post(SIGN_IN, { password: 'x'.repeat(129), stay_logged_in: 'perhaps' })
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual({
      email: 'required',
      password: 'too_long',
      stay_logged_in: 'unknown',
    })
  })

  it.each([
    ['a field given twice', 'email=a&email=b&password=x', { email: 'type' }],
    [
      'a choice given twice',
      'email=a&password=x&stay_logged_in=1&stay_logged_in=0',
      { stay_logged_in: 'type' },
    ],
    ['an empty field', 'email=&password=x', { email: 'required' }],
    ['only blanks', 'email=%20%20&password=x', { email: 'too_short' }],
    ['a NUL', 'email=a%00b&password=x', { email: 'format' }],
    [
      'a text that is longer than any',
      `email=a&stay_logged_in=${'x'.repeat(5001)}`,
      { stay_logged_in: 'too_long' },
    ],
    ['nothing', '', { email: 'required', password: 'required' }],
    [
      '__proto__',
      '__proto__=1&__proto__[email]=a&constructor=2',
      { email: 'required', password: 'required' },
    ],
  ])('API-13 refuses %s', async (_, payload, fields) => {
    const answer = await raw(payload)
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual(fields)
    expect('email' in {}).toBe(false)
  })

  it('API-13 ignores fields it does not know', async () => {
    const form = { email: 'anna@example.org', password: PASSWORD, owner: 'x' }
    expect((await api.post(SIGN_IN, form)).statusCode).toBe(200)
  })

  it('API-13 refuses what is too large, or no form', async () => {
    expectProblem(await raw(`email=${'a'.repeat(65 * 1024)}`), 413, 'payload_too_large')
    expectProblem(await raw('{"email":', 'application/json'), 415, 'media_type_unsupported')
    expectProblem(await raw('x', 'text/plain'), 415, 'media_type_unsupported')
    expectProblem(await raw('x', 'nonsense'), 415, 'media_type_unsupported')
  })

  it('API-13 refuses unknown paths, methods and malformed addresses', async () => {
    for (const url of ['/api', '/api/nothing', '/api/auth/token', '/api/auth/usr_sn/x']) {
      expectProblem(await api.get(url), 404, 'not_found')
    }
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
      const answer = await api.app.inject({ method, url: SIGN_IN })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('POST')
    }
    expectProblem(await api.app.inject({ method: 'PUT', url: LIST }), 405, 'method_not_allowed')
    expectProblem(await api.get('/api/%E0%A4%A'), 400, 'input_invalid')
  })

  it('API-13 answers a method the server has does not know with 405', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const address = api.app.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(address.port, '127.0.0.1')
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('close', () => resolve(text))
      socket.end(`TRACE ${LIST} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(answer).toContain('method_not_allowed')
  })
})

describe('every answer', () => {
  it('API-13 carries the security headers, whatever it says', async () => {
    const answers = [
      await api.get('/api/health'),
      await api.get(LIST),
      await api.get('/api/nothing'),
      await api.get('/api/%E0%A4%A'),
      await raw('', 'text/plain'),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('API-13 F20 asks for TLS ever after where its address has it, whatever a proxy says', async () => {
    const { headers } = await api.get('/api/health')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })

  it('API-13 asks for TLS ever after, once it came through TLS', async () => {
    const config = { PUBLIC_URL: 'http://localhost:8080', UPDATES_URL: 'http://localhost:8081' }
    const proxied = await testApi({ trustProxy: true, config })
    const over = (protocol: string) =>
      proxied.app.inject({ url: '/api/health', headers: { 'x-forwarded-proto': protocol } })
    expect((await over('https')).headers['strict-transport-security']).toContain('max-age=63072000')
    expect((await over('http')).headers['strict-transport-security']).toBeUndefined()
    await proxied.close()
  })

  it('API-13 is given to slow clients only for so long', () => {
    expect(api.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000 })
  })
})

describe('health', () => {
  it('HND-04 says ready', async () => {
    const answer = await api.get('/api/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ready: true, parts: { database: null, notices: null } })
  })

  it("HND-06 HND-36 says that units' data cannot be stored, and is ready for owners all the same", async () => {
    const storing = 'at fault'
    const own = await testApi({ othersAtFault: async () => ({ broker: null, storing }) })
    const answer = await own.get('/api/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      ready: true,
      parts: { database: null, notices: null, broker: null, storing },
    })
    await own.close()
  })
})

describe('systems', () => {
  it('API-08 ENT-01 lists the systems by phase and the total last', async () => {
    const { access } = await api.signIn('anna@example.org')
    expect((await api.get(LIST, access)).json()).toEqual([
      { sn: '1001', phase: 1 },
      { sn: '1002', phase: 2 },
      { sn: -1, phase: -1 },
    ])
  })

  it("API-08 never shows another owner's", async () => {
    await api.owner('bert@example.org', ['BERT'])
    await api.owner('cora@example.org')
    const { access } = await api.signIn('bert@example.org')
    expect((await api.get(LIST, access)).json()).toEqual([{ sn: 'BERT', phase: 1 }])
    const none = await api.signIn('cora@example.org')
    expect((await api.get(LIST, none.access)).json()).toEqual([])
  })
})
