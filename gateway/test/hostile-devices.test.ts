import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { checkedProfile } from '../src/profiles/load.ts'
import { flood, rawServer } from './devices/raw-server.ts'
import { readOnce } from './read-device.ts'

const page = (scheme = 'http') =>
  checkedProfile('test', {
    ...{ version: 1, name: 'test', notes: { de: '', en: '' }, sources: ['test'], id: 'test' },
    values: { grid_w: 'grid' },
    transport: {
      ...{ kind: 'http', scheme, timeout_ms: 300, requests: { all: { path: '/' } } },
      fields: { grid: { request: 'all', path: 'w' } },
    },
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
  expect((await readOnce({ profile: 'test', port }, page('https'))).fault?.code).toBe('timeout')
  await gone
})
