import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { minutesAndSeconds, useCountdown } from './useCountdown.ts'

describe('a wait', () => {
  it('counts down to nothing, by the clock, and can begin again', () => {
    vi.useFakeTimers()
    const { result } = renderHook(useCountdown)
    const left = () => result.current[0]
    const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
    expect(left()).toBeNull()
    act(() => result.current[1](3))
    expect(left()).toBe(3)
    pass(1000)
    expect(left()).toBe(2)
    pass(60_000)
    expect([left(), vi.getTimerCount()]).toEqual([0, 0])
    act(() => result.current[1](5))
    pass(1000)
    expect(left()).toBe(4)
  })

  it.each([
    [0, '0:00'],
    [62, '1:02'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [86_399, '23:59:59'],
  ])('of %i s is written %s', (seconds, text) => {
    expect(minutesAndSeconds(seconds)).toBe(text)
  })
})
