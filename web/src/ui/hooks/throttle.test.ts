import { expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

it('SHL-07 does its work at once, then at most every 40 ms, and never leaves the last call undone', () => {
  vi.useFakeTimers()
  const work = vi.fn()
  const { ask, end } = throttle(work, 40)
  ask()
  expect(work).toHaveBeenCalledTimes(1)
  for (let ms = 0; ms < 100; ms += 5) {
    vi.advanceTimersByTime(5)
    ask()
  }
  expect(work).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(40)
  expect(work).toHaveBeenCalledTimes(4)
  vi.advanceTimersByTime(400)
  expect(work).toHaveBeenCalledTimes(4)
  ask()
  ask()
  end()
  vi.advanceTimersByTime(400)
  expect(work).toHaveBeenCalledTimes(5)
})
