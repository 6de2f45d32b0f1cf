import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApi } from '../../../../test/api.ts'
import { testUpdates } from '../../../../test/set-up/update-service.ts'

const HEALTH = '/api/health'

let api: Awaited<ReturnType<typeof testUpdates>>
let access: string
const ports: Record<string, number> = {}
const begun: string[] = []
const opened: Socket[] = []
const listen = async (app: FastifyInstance) =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
const note = (app: FastifyInstance) => app.addHook('onRequest', async ({ url }) => void begun.push(url))
beforeAll(async () => {
  api = await testUpdates()
  note(api.app)
  note(api.service())
  await api.owner('anna@example.org', ['1001'])
  ;({ access } = await api.signIn('anna@example.org'))
  ports['the portal'] = await listen(api.app)
  ports['the update service'] = await listen(api.service())
})
beforeEach(() => void begun.splice(0))
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})
afterAll(() => api.close())

function open(service: string) {
  const socket = connect(ports[service] ?? 0, '127.0.0.1').on('error', () => undefined)
  opened.push(socket)
  return socket
}
const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`
const seen = async (socket: Socket) => String((await once(socket, 'data'))[0])

describe.each(['the portal', 'the update service'])('%s', (service) => {
  it('API-13 F12 cuts a connection on which requests do not wait for their answers', async () => {
    const socket = open(service)
    socket.write(get(HEALTH).repeat(20))
    expect((await text(socket)).split('HTTP/1.1').length).toBeLessThanOrEqual(2)
    expect(begun).toEqual([HEALTH])
  })

  it('API-13 F12 answers a request that wants another protocol, and closes its connection', async () => {
    const socket = open(service)
    socket.write(get(HEALTH, 'Connection: Upgrade', 'Upgrade: websocket'))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nconnection: close\r\n/i)
    expect(begun).toEqual([HEALTH])
  })

  it('API-13 F12 refuses a request with more than a hundred headers, and closes its connection', async () => {
    const headers = (count: number) => Array.from({ length: count }, (_, i) => `x${i}: 1`)
    const socket = open(service)
    socket.write(get(HEALTH, ...headers(99)))
    expect(await seen(socket)).toMatch(/^HTTP\/1.1 200 /)
    socket.write(get(HEALTH, ...headers(100)))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 431 /)
    expect(begun).toEqual([HEALTH])
  })

  it('API-13 answers one request after the other on a connection', async () => {
    const socket = open(service)
    for (let i = 0; i < 20; i += 1) {
      socket.write(get(HEALTH))
      expect(await seen(socket)).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it('API-13 lets a caller ask whether to send what the request holds', async () => {
    const socket = open(service)
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const head = ['POST /nowhere HTTP/1.1', 'Host: a', type, 'Content-Length: 3', 'Expect: 100-continue']
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    let received = await seen(socket)
    expect(received).toMatch(/^HTTP\/1.1 100 /)
    socket.write('a=b')
    // The update service accepts no forms, and responds without waiting for the body.
    while (!/not_found|media_type_unsupported/.test(received)) received += await seen(socket)
  })
})

describe('connections that waste time', () => {
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const post = `POST /api/auth/token/ HTTP/1.1\r\nHost: a\r\n${form}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const exchange = async (port: number, request: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    opened.push(socket)
    socket.write(request)
    return text(socket).catch(() => '')
  }

  it.each([
    ['many requests in one packet', get(HEALTH).repeat(1000)],
    ['many that expect something', get(HEALTH, 'Expect: x').repeat(1000)],
    ['many without a host', get(HEALTH).replace('Host: a\r\n', '').repeat(1000)],
    ['a body in chunks of one byte', `${post}${'1\r\na\r\n'.repeat(5000)}`],
  ])(
    'API-13 F12 are few from a network, which is disconnected until it has paused: %s',
    async (_, wasteful) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const { app, close } = await testApi()
      onTestFinished(close)
      const port = await listen(app)
      const isAnswered = async () =>
        (await exchange(port, get(HEALTH, 'Connection: close'))).startsWith('HTTP/1.1 200 ')
      for (let i = 0; i < 21; i += 1) {
        expect(await isAnswered(), `after ${i}`).toBe(true)
        await exchange(port, wasteful)
      }
      expect(await isAnswered()).toBe(false)
      vi.setSystemTime(Date.now() + 500)
      expect(await isAnswered()).toBe(true)
    },
  )
})

describe('a network', () => {
  it('API-13 F12 is cut off for five seconds at most after many of it have wasted time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app, close } = await testApi()
    onTestFinished(close)
    const port = await listen(app)
    let accepted = 0
    app.server.on('connection', () => (accepted += 1))
    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      opened.push(socket)
      return socket
    })
    await expect.poll(() => accepted).toBe(100)
    for (const socket of sockets) socket.write(get(HEALTH).repeat(10))
    await Promise.all(sockets.map((socket) => text(socket).catch(() => '')))
    const answer = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      opened.push(socket)
      socket.write(get(HEALTH, 'Connection: close'))
      return text(socket).catch(() => '')
    }
    expect(await answer()).toBe('')
    vi.setSystemTime(Date.now() + 5500)
    expect(await answer()).toMatch(/^HTTP\/1.1 200 /)
  })

  it('API-13 F12 sends one body in chunks on a connection', async () => {
    const socket = open('the portal')
    socket.write(`POST /api/auth/token/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)
    const received = await text(socket)
    expect(received).toMatch(/^HTTP\/1.1 411 /)
    expect(received).toMatch(/^connection: close/im)
  })
})

describe('a live stream', () => {
  it('API-13 F12 has no request begun behind it', async () => {
    const bearer = `Authorization: Bearer ${access}`
    const socket = open('the portal')
    socket.write(get('/api/auth/live/', bearer))
    expect(await seen(socket)).toMatch(/^HTTP\/1.1 200 /)
    const closed = once(socket, 'close')
    socket.write(get('/api/auth/export/', bearer))
    await closed
    expect(begun).toEqual(['/api/auth/live/'])
  })
})
