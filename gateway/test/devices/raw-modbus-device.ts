import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A device that treats each connection and each request as given. */
export async function modbusDevice(
  answer: (request: Buffer, socket: Socket) => void,
  greet: (socket: Socket) => void = () => undefined,
) {
  const server = createServer((socket) => {
    greet(socket)
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
export const reply = (request: Buffer, pdu: string) => {
  const body = Buffer.from(pdu, 'hex')
  const head = Buffer.from(request.subarray(0, 7))
  head.writeUInt16BE(body.length + 1, 4)
  return Buffer.concat([head, body])
}
