import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundConnections } from './connections.ts'

let server: Server
let port: number
let opened: Socket[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened = []
  server = createServer((socket) => socket.on('error', () => undefined).resume())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = address !== null && typeof address === 'object' ? address.port : 0
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of opened) socket.destroy()
  server.close()
})

const placeOf = (address: string) => address
const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))

/** A connection as the server sees it, and as the caller does. */
async function open() {
  const taken = Promise.race([once(server, 'connection'), once(server, 'drop').then(() => [])])
  const caller = connect(port, '127.0.0.1').on('error', () => undefined)
  opened.push(caller)
  const closed = once(caller.resume(), 'close')
  const [seen]: Socket[] = await taken
  return { seen, caller, closed }
}

describe('connections', () => {
  it('API-13 F12 are closed that say nothing, and those that have spoken go on', async () => {
    boundConnections(server, { all: 10, each: 10, placeOf })
    const silent = await open()
    const spoken = await open()
    spoken.caller.write('G')
    if (spoken.seen) await once(spoken.seen, 'data')
    vi.advanceTimersByTime(9999)
    expect(silent.seen?.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    await silent.closed
    expect(spoken.seen?.destroyed).toBe(false)
  })

  it('API-13 F12 from one place are no more than it may have, until it closes one', async () => {
    boundConnections(server, { all: 10, each: 2, placeOf })
    const first = await open()
    await open()
    await (await open()).closed
    expect(await count()).toBe(2)
    first.caller.destroy()
    if (first.seen) await once(first.seen, 'close')
    expect((await open()).seen?.destroyed).toBe(false)
  })

  it('API-13 F12 of a proxy are not counted for it', async () => {
    boundConnections(server, { all: 10, each: 1, placeOf: () => null })
    await open()
    expect((await open()).seen?.destroyed).toBe(false)
  })

  it('API-13 F12 are no more than there may be in all', async () => {
    boundConnections(server, { all: 2, each: 10, placeOf })
    await open()
    await open()
    await (await open()).closed
    expect(await count()).toBe(2)
  })
})
