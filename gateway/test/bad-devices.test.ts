import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { checkedProfile } from '../src/profiles/load.ts'
import { selfSigned } from './devices/certificate.ts'
import { modbusDevice, reply } from './devices/raw-modbus-device.ts'
import { serve } from './devices/serve.ts'
import { device, readOnce, valuesIn } from './read-device.ts'

const base = { version: 1, name: 'test', notes: { de: '', en: '' }, sources: ['test'] }
const meter = (transport: object) =>
  checkedProfile('test', {
    ...{ ...base, id: 'test', values: { grid_w: 'grid' } },
    transport: {
      kind: 'modbus',
      timeout_ms: 300,
      registers: { grid: { address: 10, type: 's32' } },
      ...transport,
    },
  })
const page = (request = {}) =>
  checkedProfile('test', {
    ...{ ...base, id: 'test', values: { grid_w: 'grid' } },
    transport: {
      ...{
        kind: 'http',
        timeout_ms: 300,
        requests: { all: { path: '/' } },
        fields: { grid: { request: 'all', path: 'w' } },
      },
      ...request,
    },
  })

const flood = Buffer.alloc(64 * 1024, 'x')

it.each<[string, string, (request: Buffer, socket: Socket) => void]>([
  ['says nothing', 'timeout', () => undefined],
  ['answers exception 4', 'exception', (request, socket) => socket.write(reply(request, '8304'))],
  ['has no such unit', 'wrong_unit', (request, socket) => socket.write(reply(request, '830b'))],
  [
    'answers half a register block',
    'half_answer',
    (request, socket) => socket.write(reply(request, '03020001')),
  ],
  ['closes the connection', 'closed', (_request, socket) => socket.end()],
  ['answers without end', 'closed', (_request, socket) => socket.write(flood)],
  ['answers garbage', 'timeout', (_request, socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('GWY-06 takes nothing from a Modbus device that %s (%s)', async (_what, code, answer) => {
  const port = await modbusDevice(answer)
  const { fault, values } = await readOnce({ profile: 'test', port }, meter({}))
  expect(fault?.code).toBe(code)
  expect(values.size).toBe(0)
})

it('GWY-06 takes an answer that comes in single bytes, after one to another request', async () => {
  const port = await modbusDevice((request, socket) => {
    const other = Buffer.from(request)
    other.writeUInt16BE(request.readUInt16BE(0) ^ 1)
    const bytes = Buffer.concat([reply(other, '030400000007'), reply(request, '030400000001')])
    for (const byte of bytes) socket.write(Buffer.of(byte))
  })
  const status = await readOnce({ profile: 'test', port }, meter({}))
  expect([status.fault, valuesIn(status)]).toEqual([null, { grid_w: 1 }])
})

it('GWY-06 reads a device again, on a new connection, that left one request of several unanswered', async () => {
  const sockets: Socket[] = []
  const port = await modbusDevice((request, socket) => {
    sockets.push(socket)
    if (sockets.length !== 2) socket.write(reply(request, '030400000001'))
  })
  const opened = device({ profile: 'test', port }, meter({}))
  onTestFinished(opened.close)
  const faults: unknown[] = []
  for (let i = 0; i < 4; i += 1) {
    await opened.poll()
    faults.push(opened.status().fault?.code ?? null)
  }
  expect(faults).toEqual([null, 'timeout', null, null])
  expect(sockets.map((socket) => sockets.indexOf(socket))).toEqual([0, 0, 2, 2])
})

it('GWY-06 says that nothing listens, and that another device answers', async () => {
  const closed = await readOnce({ profile: 'test', port: 9 }, meter({}))
  expect(closed.fault?.code).toBe('refused')
  const port = await modbusDevice((request, socket) => socket.write(reply(request, '030400000001')))
  const other = await readOnce({ profile: 'test', port }, meter({ expect: { grid: 7 } }))
  expect(other.fault?.code).toBe('wrong_device')
})

const reported =
  (status: number, body: string | Buffer): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status).end(body)
  }

it.each<[string, string, RequestListener]>([
  ['says nothing', 'timeout', () => undefined],
  ['answers no JSON', 'not_json', reported(200, '<html>')],
  ['answers 500', 'http_status', reported(500, '{}')],
  ['wants a password', 'unauthorized', reported(401, '{}')],
  ['answers with more than 256 KB', 'too_large', reported(200, Buffer.alloc(300_000, ' '))],
  ['nests its answer deeply', 'too_deep', reported(200, '['.repeat(50_000))],
  ['closes the connection', 'closed', (request) => request.socket.destroy()],
])('GWY-06 takes nothing from an HTTP device that %s (%s)', async (_what, code, handler) => {
  const { port, stop } = await serve(handler)
  onTestFinished(stop)
  const { fault, values } = await readOnce({ profile: 'test', port }, page())
  expect(fault?.code).toBe(code)
  expect(values.size).toBe(0)
})

it('GWY-06 does not show the query of a path, in which a password may be', async () => {
  const { port, stop } = await serve(reported(500, '{}'))
  onTestFinished(stop)
  const secret = page({ requests: { all: { path: '/values?password=hidden' } } })
  const { fault } = await readOnce({ profile: 'test', port }, secret)
  expect(fault?.message).toBe('http_status /values 500')
})

it('GWY-06 sends nothing to a device whose certificate is another one than at the setup', async () => {
  const asked: string[] = []
  const { port, stop } = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"w":1}')
  }, selfSigned())
  onTestFinished(stop)
  const secure = page({ scheme: 'https' })
  const other = await readOnce({ profile: 'test', port, certificate: 'ab'.repeat(32) }, secure)
  const none = await readOnce({ profile: 'test', port }, secure)
  expect([other.fault?.code, none.fault?.code]).toEqual(['certificate', 'certificate'])
  expect(asked).toEqual([])
})
