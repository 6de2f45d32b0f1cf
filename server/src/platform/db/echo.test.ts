import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openEcho } from './echo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database whose notices arrive while `passes`. */
function wire() {
  const state: { passes: boolean; sent: number; connect: () => void } = {
    ...{ passes: true, sent: 0, connect: () => undefined },
  }
  let listener: (payload: string) => void = () => undefined
  const echo = openEcho({
    listen(_, onNotice, onLapse) {
      listener = onNotice
      state.connect = onLapse
      return () => undefined
    },
    async notify(_, payload) {
      state.sent += 1
      if (state.passes) listener(payload)
    },
  })
  return { state, echo }
}

it('HND-24 a process receives its own notice when it connects, and each minute', () => {
  const { state, echo } = wire()
  expect(echo.received()).toBe(false)
  state.connect()
  expect([echo.received(), state.sent]).toEqual([true, 1])
  vi.advanceTimersByTime(60_000)
  expect([echo.received(), state.sent]).toEqual([true, 2])
  echo.close()
  vi.advanceTimersByTime(600_000)
  expect(state.sent).toBe(2)
})

it('HND-24 a notice that does not come back is noticed, and so is the first that does again', () => {
  const { state, echo } = wire()
  state.connect()
  state.passes = false
  vi.advanceTimersByTime(60_000)
  expect(echo.received()).toBe(true)
  vi.advanceTimersByTime(5000)
  expect(echo.received()).toBe(false)
  state.passes = true
  vi.advanceTimersByTime(5000)
  expect(echo.received()).toBe(true)
  echo.close()
})
