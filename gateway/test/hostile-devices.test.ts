import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { eventually } from '@kellersonne/testing/eventually'
import { listenForTest } from '@kellersonne/testing/listen'
import { expect, it, onTestFinished, vi } from 'vitest'
import { checkedProfile } from '../src/profiles/load.ts'
import { selfSigned } from './devices/certificate.ts'
import { CONNACK } from './devices/raw-broker.ts'
import { flood, rawServer } from './devices/raw-server.ts'
import { serve } from './devices/serve.ts'
import { device, readOnce, valuesIn, type Wanted } from './read-device.ts'

const page = (more: { readonly scheme?: string; readonly login?: object } = {}) =>
  checkedProfile('test', {
    ...{ version: 1, name: 'test', notes: { de: '', en: '' }, sources: ['test'], id: 'test' },
    values: { grid_w: 'grid' },
    transport: {
      ...{ kind: 'http', timeout_ms: 300, requests: { all: { path: '/' } }, ...more },
      fields: { grid: { request: 'all', path: 'w' } },
    },
  })

/** Opens a device; returns its fault once the device's connection has been closed. */
async function faultOnceGone(wanted: Wanted, gone: Promise<void>) {
  const opened = device(wanted)
  onTestFinished(opened.close)
  await opened.poll()
  await gone
  await opened.poll()
  return opened.status().fault?.code
}
async function expectOthersAreRead() {
  const { port, stop } = await serve((_request, response) => response.end('{"w":1}'))
  onTestFinished(stop)
  expect(valuesIn(await readOnce({ profile: 'test', port }, page()))).toEqual({ grid_w: 1 })
}

/** A record that looks encrypted. */
const UNREADABLE = Buffer.concat([Buffer.of(0x17, 3, 3, 0, 64), Buffer.alloc(64, 0x41)])
const GRANTED = Buffer.from('9003000100', 'hex')
const repeated = (hex: string, times: number) => Buffer.from(hex.repeat(times), 'hex')
/** The topic `pv`, with the payload 1. */
const PUBLISH = '30050002707631'
const mqtt = (port: number) => ({ profile: 'generic-mqtt', port, options: { pv_topic: 'pv' } })

it.each([
  ['publishes with QoS 2', 'half_answer', '34070002707600', '0131'],
  ['publishes with QoS 1', 'half_answer', '32070002707600', '0131'],
  ['releases what was never published', 'half_answer', '62020001', ''],
  ['accepts the connection again and again', 'half_answer', '20020000', ''],
  ['publishes without pause', 'flood', PUBLISH, ''],
  ['answers pings that nobody sent', 'flood', 'd000', ''],
  ['announces a packet of 200 MB', 'too_large', '30808080', '60'],
])('GWY-06 closes the connection to a broker that %s (%s)', async (_what, code, head, tail) => {
  const { port, gone } = await rawServer((socket) =>
    socket.once('data', () => {
      socket.write(CONNACK)
      flood(socket, repeated(head + tail, 2000))
    }),
  )
  expect(await faultOnceGone(mqtt(port), gone)).toBe(code)
  await expectOthersAreRead()
})

it('GWY-06 says that a broker refuses the password', async () => {
  const { port, gone } = await rawServer((socket) =>
    socket.once('data', () => socket.write(Buffer.from('20020005', 'hex'))),
  )
  expect(await faultOnceGone(mqtt(port), gone)).toBe('unauthorized')
})

it('GWY-06 takes 2000 values at once from a broker, in pieces of any size', async () => {
  const { port, sockets } = await rawServer((socket) =>
    socket.once('data', () => {
      socket.write(CONNACK)
      socket.write(GRANTED)
      for (const byte of repeated(PUBLISH, 20)) socket.write(Buffer.of(byte))
      socket.write(repeated(PUBLISH, 1979))
      socket.write(Buffer.from('30050002707637', 'hex'))
    }),
  )
  const opened = device(mqtt(port))
  onTestFinished(opened.close)
  await eventually(async () => {
    await opened.poll()
    expect([opened.status().fault, valuesIn(opened.status())]).toEqual([null, { pv_w: 7 }])
  })
  expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([false])
})

it('GWY-06 connects again to a broker that ended the connection', async () => {
  let connections = 0
  const { port } = await rawServer((socket) => {
    connections += 1
    socket.once('data', () => socket.end(CONNACK))
  })
  const opened = device(mqtt(port))
  onTestFinished(opened.close)
  await opened.poll()
  await eventually(() => expect(connections).toBe(2))
})

it('GWY-06 does not believe a broker for years whose values came while the clock was ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port } = await rawServer((socket) =>
    socket.once('data', () => socket.write(Buffer.concat([CONNACK, GRANTED, Buffer.from(PUBLISH, 'hex')]))),
  )
  const opened = device(mqtt(port))
  onTestFinished(opened.close)
  const fault = async () => {
    await opened.poll()
    return opened.status().fault?.code
  }
  await eventually(async () => expect(await fault()).toBeUndefined())
  vi.setSystemTime(Date.now() - 4 * 365 * 86_400_000)
  expect(await fault()).toBeUndefined()
  vi.setSystemTime(Date.now() + 2 * 86_400_000)
  expect(await fault()).toBe('silent')
})

const KEY = /sec-websocket-key: (\S+)/i
/** Accepts a websocket, then reads nothing. */
function accept(socket: Socket, request: Buffer) {
  const key = KEY.exec(request.toString('latin1'))?.[1] ?? ''
  const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  socket.write(
    `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`,
  )
  socket.pause()
}
const text = (content: string) => Buffer.concat([Buffer.of(0x81, content.length), Buffer.from(content)])
const options = { token: 't', pv_entity: 'sensor.pv' }

it.each([
  ['asks for the token again and again', 'half_answer', text('{"type":"auth_required"}')],
  ['pings without pause', 'flood', Buffer.concat([Buffer.of(0x89, 125), Buffer.alloc(125)])],
  ['sends without pause', 'flood', text('{"type":"pong"}')],
  ['sends empty fragments without end', 'flood', Buffer.of(0, 0)],
])('GWY-06 closes the connection to a Home Assistant that %s (%s)', async (_what, code, frame) => {
  const { port, gone } = await rawServer((socket) =>
    socket.once('data', (request: Buffer) => {
      accept(socket, request)
      if (frame[0] === 0) socket.write(Buffer.of(1, 0))
      flood(socket, Buffer.concat(Array.from({ length: 500 }, () => frame)))
    }),
  )
  expect(await faultOnceGone({ profile: 'home-assistant', port, options }, gone)).toBe(code)
  await expectOthersAreRead()
})

it('GWY-06 closes the connection to a Home Assistant that sends interim responses without end', async () => {
  const { port, gone } = await rawServer((socket) =>
    socket.once('data', () => flood(socket, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(500)))),
  )
  expect(await faultOnceGone({ profile: 'home-assistant', port, options }, gone)).toBe('flood')
  await expectOthersAreRead()
})

it.each<[string, string, (socket: Socket) => void]>([
  [
    'leaves HTTP for another protocol',
    'http_status',
    (socket) => socket.write('HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  ],
  [
    'sends interim answers without end',
    'flood',
    (socket) => flood(socket, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(500))),
  ],
  [
    'never ends its answer',
    'timeout',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
  ],
])('GWY-06 ends the call to an HTTP device that %s (%s)', async (_what, code, answer) => {
  const { port, gone } = await rawServer((socket) => socket.once('data', () => answer(socket)))
  expect((await readOnce({ profile: 'test', port }, page())).fault?.code).toBe(code)
  await gone
})

it('GWY-06 ends the call to a device that says nothing when it is asked for encryption', async () => {
  const { port, gone } = await rawServer((socket) => socket.resume())
  expect((await readOnce({ profile: 'test', port }, page({ scheme: 'https' }))).fault?.code).toBe('timeout')
  await gone
})

it.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'GWY-06 a record after the handshake that cannot be decrypted ends the call and nothing else: %s',
  async (version) => {
    const { key, cert } = selfSigned()
    const inner = createTlsServer({ key, cert, maxVersion: version }, (socket) =>
      socket.on('error', () => undefined),
    )
    inner.on('tlsClientError', () => undefined)
    const sockets = new Set<Socket>()
    inner.on('connection', (socket: Socket) => sockets.add(socket))
    const innerPort = await listenForTest(inner, sockets)
    const { port, gone } = await rawServer((socket) => {
      const device = connect(innerPort, '127.0.0.1').on('error', () => undefined)
      socket.pipe(device)
      device.on('data', (flight: Buffer) => socket.write(Buffer.concat([flight, UNREADABLE])))
    })
    const wanted = { profile: 'test', port, certificate: '0'.repeat(64) }
    const codes = ['certificate', 'closed', 'unreachable']
    expect(codes).toContain((await readOnce(wanted, page({ scheme: 'https' }))).fault?.code)
    await gone
    await expectOthersAreRead()
  },
)

it('GWY-06 signs in to a device again that answered a token which no header can hold', async () => {
  const tokens = ['one\nline too many', 'right']
  const { port, stop } = await serve(({ method, headers }, response) => {
    const isRight = method === 'POST' || headers.authorization === 'Bearer right'
    const answer = method === 'POST' ? { token: tokens.shift() } : { w: 1 }
    response.writeHead(isRight ? 200 : 401).end(JSON.stringify(answer))
  })
  onTestFinished(stop)
  const opened = device(
    { profile: 'test', port },
    page({ login: { path: '/in', body: {}, bearer: 'token' } }),
  )
  onTestFinished(opened.close)
  await opened.poll()
  expect(opened.status().fault?.code).toBe('unauthorized')
  await opened.poll()
  expect(valuesIn(opened.status())).toEqual({ grid_w: 1 })
})
