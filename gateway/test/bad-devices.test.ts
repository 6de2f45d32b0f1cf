import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { checkedProfile } from '../src/profiles/load.ts'
import { selfSigned } from './devices/certificate.ts'
import { serve } from './devices/http-device.ts'
import { readOnce } from './read-device.ts'

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

/** A device that treats each connection and each request as given. */
async function modbusDevice(answer: (request: Buffer, socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => answer(Buffer.from(request), socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
/** An answer to a request: its transaction, then what follows the unit id. */
const reply = (request: Buffer, pdu: string) => {
  const body = Buffer.from(pdu, 'hex')
  const head = Buffer.from(request.subarray(0, 7))
  head.writeUInt16BE(body.length + 1, 4)
  return Buffer.concat([head, body])
}
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
