import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { openPendingConnections } from './pending-connections.ts'

/** A connection from an address, as the server sees it. */
function from(address: string, port: number) {
  const socket = new net.Socket()
  return Object.defineProperties(socket, {
    remoteAddress: { get: () => (socket.destroyed ? undefined : address) },
    remotePort: { get: () => (socket.destroyed ? undefined : port) },
  })
}
const crowd = (address: string, count: number) =>
  Array.from({ length: count }, (_, i) => from(address, i + 1))

describe('who has not signed in', () => {
  it('PRD-01 is let in up to 256 of a network; beyond, one of them makes room, and no other network notices', () => {
    const pendingConnections = openPendingConnections()
    const [silent, elsewhere] = [crowd('2001:db8::1', 256), from('2001:db8:0:1::1', 999)]
    for (const socket of [...silent, elsewhere]) pendingConnections.enter(socket)
    expect(silent.some(({ destroyed }) => destroyed)).toBe(false)
    const late = crowd('2001:db8::2', 64)
    for (const socket of late) pendingConnections.enter(socket)
    expect(late.at(-1)?.destroyed).toBe(false)
    expect([...silent, ...late].filter(({ destroyed }) => destroyed)).toHaveLength(64)
    // Neither only the oldest nor only the newest: the choice is unpredictable.
    expect(silent.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(32)
    expect(elsewhere.destroyed).toBe(false)
  })

  it('PRD-01 is let in up to 1000 of a site and 10 000 in all, however many networks there are', () => {
    const pendingConnections = openPendingConnections()
    const site = Array.from({ length: 1010 }, (_, i) => from(`2001:db8:0:${i.toString(16)}::1`, 1))
    for (const socket of site) pendingConnections.enter(socket)
    expect(site.filter(({ destroyed }) => !destroyed)).toHaveLength(1000)
    const elsewhere = Array.from({ length: 9020 }, (_, i) => from(`2001:db8:${(i + 1).toString(16)}::1`, 1))
    for (const socket of elsewhere) pendingConnections.enter(socket)
    expect(elsewhere.at(-1)?.destroyed).toBe(false)
    expect([...site, ...elsewhere].filter(({ destroyed }) => !destroyed)).toHaveLength(10_000)
    expect(pendingConnections.size()).toBe(10_000)
  })

  it('PRD-01 is no longer counted once signed in, or gone', async () => {
    const pendingConnections = openPendingConnections()
    const silent = crowd('10.0.0.1', 3)
    for (const socket of silent) pendingConnections.enter(socket)
    for (const socket of silent.slice(0, 1)) pendingConnections.leave(socket)
    expect(pendingConnections.size()).toBe(2)
    await Promise.all(silent.slice(1).map((socket) => once(socket.destroy(), 'close')))
    expect(pendingConnections.size()).toBe(0)
  })
})
