import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { networkOf } from '../rate-limits/network.ts'
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
    const pendingConnections = openPendingConnections(networkOf)
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

  it('PRD-01 is no longer counted once signed in, or gone', async () => {
    const pendingConnections = openPendingConnections(networkOf)
    const silent = crowd('10.0.0.1', 3)
    for (const socket of silent) pendingConnections.enter(socket)
    for (const socket of silent.slice(0, 1)) pendingConnections.leave(socket)
    expect(pendingConnections.size()).toEqual({ connections: 2, networks: 1 })
    await Promise.all(silent.slice(1).map((socket) => once(socket.destroy(), 'close')))
    expect(pendingConnections.size()).toEqual({ connections: 0, networks: 0 })
  })
})
