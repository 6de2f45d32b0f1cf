import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sn } from '../../../../test/mqtt/mqtt-units.ts'
import { createDisconnecting } from './disconnecting.ts'

let closing: AbortController
let did: string[]
let isAway: boolean
let disconnect: ReturnType<typeof createDisconnecting>
beforeEach(() => {
  vi.useFakeTimers()
  closing = new AbortController()
  did = []
  isAway = false
  disconnect = createDisconnecting({
    async disconnect() {
      if (isAway) throw new Error('away')
      did.push('disconnected')
    },
    forgive: () => void did.push('forgiven'),
    onFault: () => did.push('fault'),
    closing: closing.signal,
  })
})
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a unit with a new secret', () => {
  it('HND-05 HND-14 is disconnected and owes nothing, at once and again ten seconds later', async () => {
    await disconnect(sn)
    expect(did).toEqual(['disconnected', 'forgiven'])
    await pass(9999)
    expect(did).toHaveLength(2)
    await pass(1)
    expect(did).toEqual(['disconnected', 'forgiven', 'disconnected', 'forgiven'])
    await pass(60_000)
    expect(did).toHaveLength(4)
  })

  it('HND-14 is not forgiven while it may still be connected', async () => {
    isAway = true
    await expect(disconnect(sn)).rejects.toThrow('away')
    await pass(10_000)
    expect(did).toEqual([])
    isAway = false
    await disconnect(sn)
    isAway = true
    await pass(10_000)
    expect(did).toEqual(['disconnected', 'forgiven', 'fault'])
  })

  it('HND-14 is left alone once the process is closing', async () => {
    await disconnect(sn)
    closing.abort()
    await pass(10_000)
    expect(did).toEqual(['disconnected', 'forgiven'])
  })
})
