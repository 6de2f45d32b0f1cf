import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverNow, setServerClock } from './serverClock.ts'

const HERE = new Date('2026-06-18T10:00:00Z')

describe('the clock', () => {
  beforeEach(() => vi.useFakeTimers({ now: HERE }))
  afterEach(() => {
    setServerClock(new Date())
    vi.useRealTimers()
  })

  it("DSH-07 goes by the server where the device's own is wrong", () => {
    setServerClock(new Date('2026-06-18T10:20:00Z'))
    vi.advanceTimersByTime(60_000)
    expect(serverNow()).toEqual(new Date('2026-06-18T10:21:00Z'))
  })

  it('does not jump by the time an answer takes', () => {
    setServerClock(new Date('2026-06-18T09:59:57Z'))
    expect(serverNow()).toEqual(HERE)
  })
})
