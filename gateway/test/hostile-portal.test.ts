import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { eventually } from '@kellersonne/testing/eventually'
import { listenForTest } from '@kellersonne/testing/listen'
import { expect, it } from 'vitest'
import { selfSigned } from './devices/certificate.ts'
import { flood, rawServer } from './devices/raw-server.ts'
import { gateway, portal } from './running.ts'

const devices = [{ name: 'silent', profile: 'e3dc', port: 9 }]
const CONNACK = Buffer.from('20020000', 'hex')
/** Packet identifiers 1 to 500, of QoS 2, for the topic `x`. */
const UNRELEASED = Buffer.concat(
  Array.from({ length: 500 }, (_, i) => Buffer.of(0x34, 6, 0, 1, 0x78, i >> 8, i & 255, 0)),
)

it.each([
  ['keeps messages of QoS 2 waiting', UNRELEASED, 'half_answer'],
  ['publishes without pause', Buffer.from('3004000178ff'.repeat(500), 'hex'), 'flood'],
  ['announces a packet of 200 MB', Buffer.from('3080808060', 'hex'), 'too_large'],
])('GWY-06 closes the connection to a portal that %s', async (_what, bytes, detail) => {
  const { port, gone } = await rawServer((socket) =>
    socket.once('data', () => {
      socket.write(CONNACK)
      flood(socket, bytes)
    }),
  )
  const { status } = await gateway({ broker: `mqtt://127.0.0.1:${port}`, devices })
  await gone
  await eventually(() => expect(status().uplink).toEqual({ fault: 'unreachable', detail }))
})

it('GWY-06 answers few of very many commands', async () => {
  const broker = await portal()
  await gateway({ broker: broker.url, devices })
  await eventually(() => expect(broker.states()).not.toEqual([]))
  const sent = Array.from({ length: 300 }, (_, i) =>
    broker.client.publishAsync('storage/5000001/command', JSON.stringify({ id: `c${i}` }), { qos: 1 }),
  )
  await Promise.all(sent)
  await eventually(() => expect(broker.published('command/outcome').length).toBeGreaterThanOrEqual(30))
  const answered = broker.published('command/outcome').length
  expect(answered).toBeLessThan(60)
})

it('GWY-10 says that the certificate of the portal is not the expected one', async () => {
  const { key, cert } = selfSigned()
  const server = createTlsServer({ key, cert }).on('tlsClientError', () => undefined)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  const port = await listenForTest(server, sockets)
  const { status } = await gateway({ broker: `mqtts://127.0.0.1:${port}`, devices })
  await eventually(() => expect(status().uplink.fault).toBe('certificate'))
})
