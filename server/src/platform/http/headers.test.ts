import { once } from 'node:events'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { getBalance } from '@kellersonne/contract/energy/balance'
import { getGraph } from '@kellersonne/contract/energy/charts'
import { listAlerts } from '@kellersonne/contract/messages/alerts'
import { listSystems } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'

const OWN_SCRIPT = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
/** What documents, their frames and other origins heed. */
const FOR_OTHERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
]

let api: TestApi
let access: string
let port: number
beforeAll(async () => {
  api = await testApi({ stoppedAt: new Date() })
  await api.owner('anna@example.org', ['1001', '1002', '1003'])
  ;({ access } = await api.signIn('anna@example.org'))
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => api.close())

const ask = (url: string, headers: Record<string, string>) =>
  api.app.inject({ url, headers: { authorization: `Bearer ${access}`, ...headers } })

/** Resolves to the heads of the responses to some requests of a script, one after the other on a connection. */
async function talk(...requests: readonly (readonly [first: string, ...headers: string[]])[]) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const headers = Object.entries({ Host: 'a', Authorization: `Bearer ${access}`, ...OWN_SCRIPT })
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const responses: string[] = []
  for (const [first, ...more] of requests) {
    socket.write([`${first} HTTP/1.1`, ...lines, ...more, '\r\n'].join('\r\n'))
    responses.push(String((await once(socket, 'data'))[0]))
  }
  socket.destroy()
  return responses.map((response) => response.slice(0, response.indexOf('\r\n\r\n') + 4))
}
const namesIn = (head: string) =>
  head
    .split('\r\n')
    .slice(1, -2)
    .map((line) => line.replace(/:.*/, '').toLowerCase())
    .sort()

describe('a response of the API', () => {
  it.each(['/%61pi', '/ap%69', '/api'])(
    'API-13 F2 is kept by nobody, however its path is spelt: %s',
    async (api) => {
      for (const path of [listSystems.path, '/api/nothing']) {
        const { headers } = await ask(path.replace('/api', api), {})
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      }
    },
  )
})

describe("a response to a script of the portal's pages", () => {
  it('API-13 has only the headers that a script heeds, on a connection that stays', async () => {
    const [list = '', none = ''] = await talk([`GET ${listSystems.path}`], ['GET /api/nothing'])
    expect(list).toMatch(/^HTTP\/1.1 200 /)
    expect(none).toMatch(/^HTTP\/1.1 404 /)
    const always = ['cache-control', 'content-length', 'content-type', 'date', 'strict-transport-security']
    for (const head of [list, none])
      expect(namesIn(head)).toEqual([...always, 'x-content-type-options', 'x-request-id'])
    expect(list).toContain('cache-control: no-store\r\n')
    expect(list).toContain('x-content-type-options: nosniff\r\n')
    expect(list.length).toBeLessThan(300)
  })

  it.each([
    ['a document', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
    ['a picture', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['a worker', { 'sec-fetch-dest': 'worker', 'sec-fetch-mode': 'same-origin' }],
    ['what a page fetches ahead', { 'sec-fetch-mode': 'no-cors' }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['whoever typed the address', { 'sec-fetch-site': 'none' }],
  ])('API-13 for %s has all of them', async (_, differing) => {
    for (const url of [listSystems.path, '/api/nothing', '/api/%E0%A4%A']) {
      const { headers } = await ask(url, { ...OWN_SCRIPT, ...differing })
      for (const name of FOR_OTHERS) expect(headers).toHaveProperty(name)
    }
  })

  it.each(Object.keys(OWN_SCRIPT))('API-13 of a browser that sends no %s has all of them', async (left) => {
    const sent = Object.fromEntries(Object.entries(OWN_SCRIPT).filter(([name]) => name !== left))
    const { headers } = await ask(listSystems.path, sent)
    for (const name of FOR_OTHERS) expect(headers).toHaveProperty(name)
  })

  it('API-13 has all of them if it is a file, which may be opened by itself', async () => {
    const { headers, statusCode } = await ask('/api/auth/export/', OWN_SCRIPT)
    expect(statusCode).toBe(200)
    for (const name of FOR_OTHERS) expect(headers).toHaveProperty(name)
  })

  it('API-13 has all of them if a cache keeps it, which may answer others with it', async () => {
    const past = { sn: '1001', interval: 'Day', from_date: '2026-06-01', method: 'mean' }
    for (const url of [
      `${getGraph.path}?${new URLSearchParams(past)}`,
      '/.well-known/battery-passport-keys.json',
    ]) {
      const { headers, statusCode } = await ask(url, OWN_SCRIPT)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).not.toContain('no-store')
      for (const name of FOR_OTHERS) expect(headers).toHaveProperty(name)
    }
  })

  it('API-13 still says that the connection ends, where it does', async () => {
    const [head = ''] = await talk(['POST /api/nothing', 'Content-Length: 9'])
    expect(head).toMatch(/^connection: close\r$/im)
  })
})

describe('what is worth it', () => {
  it('API-13 is compressed for who accepts that, and is the same', async () => {
    const balance = `${getBalance.path}?sn=1001`
    const plain = await ask(balance, {})
    const packed = await ask(balance, { 'accept-encoding': 'gzip' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  it('API-13 is no short answer', async () => {
    const { headers } = await ask(`${listAlerts.path}?page=1`, { 'accept-encoding': 'gzip' })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})
