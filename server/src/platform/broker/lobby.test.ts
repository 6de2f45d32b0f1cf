import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { networkOf } from '../attempts/network.ts'
import { openLobby } from './lobby.ts'

/** A connection from an address, as the lobby sees it. */
function from(address: string, port: number) {
  const socket = new net.Socket()
  return Object.defineProperties(socket, {
    remoteAddress: { get: () => (socket.destroyed ? undefined : address) },
    remotePort: { get: () => (socket.destroyed ? undefined : port) },
  })
}
const crowd = (address: string, count: number) =>
  Array.from({ length: count }, (_, i) => from(address, i + 1))

function lobbyAt() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lobby = openLobby(networkOf)
  return { lobby, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

describe('who has not signed in', () => {
  it('PRD-01 is let in up to 256 of a network; beyond, who comes is cut, and no other network notices', () => {
    const { lobby } = lobbyAt()
    const [silent, late, elsewhere] = [crowd('10.0.0.1', 256), from('10.0.0.1', 999), from('10.0.0.2', 999)]
    for (const socket of [...silent, late, elsewhere]) lobby.enter(socket)
    expect(silent.some(({ destroyed }) => destroyed)).toBe(false)
    expect([late.destroyed, elsewhere.destroyed]).toEqual([true, false])
  })

  it('PRD-01 makes room after two seconds, the first first', () => {
    const { lobby, pass } = lobbyAt()
    const silent = crowd('2001:db8::1', 256)
    for (const socket of silent) lobby.enter(socket)
    pass(1999)
    const early = from('2001:db8::2', 998)
    lobby.enter(early)
    pass(1)
    const late = from('2001:db8::3', 999)
    lobby.enter(late)
    expect([early.destroyed, late.destroyed]).toEqual([true, false])
    expect(silent.map(({ destroyed }) => destroyed).indexOf(false)).toBe(1)
  })

  it('PRD-01 is no longer counted once signed in, or gone', async () => {
    const { lobby } = lobbyAt()
    const silent = crowd('10.0.0.1', 3)
    for (const socket of silent) lobby.enter(socket)
    for (const socket of silent.slice(0, 1)) lobby.leave(socket)
    expect(lobby.size()).toBe(2)
    await Promise.all(silent.slice(1).map((socket) => once(socket.destroy(), 'close')))
    expect(lobby.size()).toBe(0)
  })
})
