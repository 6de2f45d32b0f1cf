import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves what no sound server sends. `gone` resolves once the first connection has closed. */
export async function rawServer(greet: (socket: Socket) => void) {
  const gone = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => gone.resolve())
    greet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, gone: gone.promise, sockets }
}

/** Sends the same bytes until the other side closes the connection. */
export function flood(socket: Socket, bytes: Buffer) {
  const more = () => {
    if (socket.destroyed) return
    if (socket.write(bytes)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}
