import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { MAX_PACKET_BYTES } from '@kellersonne/contract/telemetry/device'
import type { Packet } from 'mqtt-packet'
import { expect, it, onTestFinished } from 'vitest'
import { openWire } from '../src/wire.ts'

/** Resolves to what a wire makes of these bytes: the packets, and why it ended the connection. */
async function received(...chunks: readonly Buffer[]) {
  const packets: Packet[] = []
  const ended = Promise.withResolvers<string | null>()
  const server = createServer((socket) =>
    openWire(socket, { onPacket: (packet) => packets.push(packet), onClose: ended.resolve }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(address.port, '127.0.0.1').on('error', () => undefined)
  for (const chunk of chunks) socket.write(chunk)
  socket.end()
  return { fault: await ended.promise, packets: packets.map(({ cmd }) => cmd) }
}
const PING = Buffer.from([0xc0, 0])
/** The header of a PUBLISH whose rest has so many bytes. */
const publish = (length: number) =>
  Buffer.from([
    0x30,
    (length & 127) | 128,
    ((length >> 7) & 127) | 128,
    ((length >> 14) & 127) | 128,
    length >> 21,
  ])

it('UNT-03 takes packets however they are cut', async () => {
  expect(await received(PING.subarray(0, 1), PING.subarray(1), Buffer.concat([PING, PING]))).toEqual({
    fault: null,
    packets: ['pingreq', 'pingreq', 'pingreq'],
  })
})

it('UNT-03 ends a connection at the header of a packet that is too large, and waits for none of it', async () => {
  const { fault, packets } = await received(publish(200_000_000), Buffer.alloc(1000))
  expect([fault, packets]).toEqual([`a packet of more than ${MAX_PACKET_BYTES} bytes`, []])
})

it('UNT-03 ends a connection that speaks something else', async () => {
  expect((await received(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).fault).toMatch(
    /^(no MQTT 3.1.1|a packet of more)/,
  )
})
