import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TIMEOUT_MS, withTimeout } from './withTimeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('UPD-15 ends what does not answer, whether it heeds that or not', async () => {
  const signals: AbortSignal[] = []
  const work = withTimeout((signal) => {
    signals.push(signal)
    return new Promise<never>(() => {})
  })
  const given = expect(work).rejects.toMatchObject({ code: 'network', status: null })
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await given
  expect(signals[0]?.aborted).toBe(true)
})

it('UPD-15 ends with who asked', async () => {
  const outer = new AbortController()
  const given = expect(withTimeout(() => new Promise<never>(() => {}), outer.signal)).rejects.toThrow('left')
  outer.abort(new Error('left'))
  await given
})

it('UPD-15 gives what came in time, and leaves nothing behind', async () => {
  expect(await withTimeout(() => Promise.resolve(1))).toBe(1)
  await expect(withTimeout(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
