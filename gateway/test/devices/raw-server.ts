import { createServer, type Socket } from 'node:net'
import { listenForTest } from '@kellersonne/testing/listen'

/** Serves what no sound server sends. `gone` resolves once the first connection has closed. */
export async function rawServer(greet: (socket: Socket) => void) {
  const gone = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => gone.resolve())
    greet(socket)
  })
  return { port: await listenForTest(server, sockets), gone: gone.promise, sockets }
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
