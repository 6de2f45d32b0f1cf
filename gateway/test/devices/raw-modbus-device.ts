import { createServer, type Socket } from 'node:net'
import { listenForTest } from '@kellersonne/testing/listen'

/** A device that treats each connection and each request as given. */
export async function modbusDevice(
  answer: (request: Buffer, socket: Socket) => void,
  greet: (socket: Socket) => void = () => undefined,
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    greet(socket)
    socket.on('error', () => undefined)
    socket.on('data', (request) => answer(Buffer.from(request), socket))
  })
  return listenForTest(server, sockets)
}

/** An answer to a request: its transaction, then what follows the unit id. */
export const reply = (request: Buffer, pdu: string) => {
  const body = Buffer.from(pdu, 'hex')
  const head = Buffer.from(request.subarray(0, 7))
  head.writeUInt16BE(body.length + 1, 4)
  return Buffer.concat([head, body])
}
