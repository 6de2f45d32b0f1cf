import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** Opens a proxy to a local port whose connections can be cut. */
export async function openLine(port: number) {
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    if (!whole) near.resetAndDestroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  /** Node loses track of a socket that is reset while it is ending, and then never exits. */
  const reset = () => {
    for (const socket of [...sockets]) socket.writableEnded ? socket.destroy() : socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      whole = false
      reset()
    },
    mend() {
      whole = true
    },
    close() {
      reset()
      server.close()
    },
  }
}
