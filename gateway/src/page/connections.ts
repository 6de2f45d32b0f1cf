import type { Server, Socket } from 'node:net'

const MOST = 50
/** Of one address: a browser opens six. */
const MOST_OF_ONE = 8

/**
 * Bounds the connections of a server whose answers are short. Each new one that is too many closes the oldest one, of its address or
 * of all: what is half-sent keeps nobody out.
 */
export function boundConnections(server: Server): void {
  // In the order in which they were opened.
  const open = new Map<Socket, string>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const ofOne = [...open].filter(([, other]) => other === address).map(([one]) => one)
    const [oldest] = ofOne.length >= MOST_OF_ONE ? ofOne : open.size >= MOST ? open.keys() : []
    if (oldest) {
      open.delete(oldest)
      oldest.destroy()
    }
    open.set(socket, address)
    socket.once('close', () => open.delete(socket))
  })
}
