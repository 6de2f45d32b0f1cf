import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundConnections } from './connections.ts'
import { networkOf, siteOf } from './rate-limits/network.ts'

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

const of = (address: string) => address
const bounds = (all: number, each: number) => ({ all, places: [{ of, each }] })
const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))

/** Opens a connection; resolves to both its ends, the server's and the client's. */
async function open(from = '127.0.0.1') {
  const taken = Promise.race([once(server, 'connection'), once(server, 'drop').then(() => [])])
  const caller = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
  opened.push(caller)
  const closed = once(caller.resume(), 'close')
  const [seen]: Socket[] = await taken
  return { seen, caller, closed }
}

describe('connections', () => {
  it('API-13 F12 are closed that say nothing, and those that have spoken go on', async () => {
    boundConnections(server, bounds(10, 10))
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
    boundConnections(server, bounds(10, 2))
    const first = await open()
    await open()
    await (await open()).closed
    expect(await count()).toBe(2)
    first.caller.destroy()
    if (first.seen) await once(first.seen, 'close')
    expect((await open()).seen?.destroyed).toBe(false)
    expect((await open()).seen?.destroyed).toBe(true)
  })

  it('API-13 F12 from one site are no more than it may have, however many addresses it has', async () => {
    const places = [
      { of: networkOf, each: 2 },
      { of: siteOf, each: 3 },
    ]
    boundConnections(server, { ...bounds(10, 10), places })
    const first = await open('127.0.0.1')
    await open('127.0.0.1')
    await (await open('127.0.0.1')).closed
    await open('127.0.0.2')
    await (await open('127.0.0.3')).closed
    expect((await open('127.0.1.1')).seen?.destroyed).toBe(false)
    first.caller.destroy()
    if (first.seen) await once(first.seen, 'close')
    expect((await open('127.0.0.3')).seen?.destroyed).toBe(false)
  })

  it('API-13 F12 of a proxy are not counted for it', async () => {
    boundConnections(server, { ...bounds(10, 1), isProxy: () => true })
    await open()
    expect((await open()).seen?.destroyed).toBe(false)
  })

  it('API-13 F12 are no more than there may be in all', async () => {
    boundConnections(server, bounds(2, 10))
    await open()
    await open()
    await (await open()).closed
    expect(await count()).toBe(2)
  })
})
