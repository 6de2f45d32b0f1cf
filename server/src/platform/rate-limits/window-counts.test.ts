import { describe, expect, it } from 'vitest'
import { windowCounts } from './window-counts.ts'

const NOW = Date.parse('2026-06-18T10:00:00Z')
const WINDOW_MS = 60_000

/** Counts by a clock that the test controls. */
function counting() {
  let at = NOW
  const counts = windowCounts(WINDOW_MS, () => new Date(at))
  return {
    ...counts,
    until(ms: number) {
      at = NOW + ms
    },
  }
}

describe('counts within a window', () => {
  it('AUT-07 go on until the window is over, each key by itself', () => {
    const { add, of, until } = counting()
    expect([add('anna'), add('anna'), add('berta')]).toEqual([1, 2, 1])
    until(WINDOW_MS - 1)
    expect([of('anna'), add('anna'), of('clara')]).toEqual([2, 3, 0])
    until(WINDOW_MS)
    expect([of('anna'), add('anna')]).toEqual([0, 1])
    until(2 * WINDOW_MS - 1)
    expect(add('anna')).toBe(2)
  })

  it('AUT-07 return how many seconds they still last', () => {
    const { add, restSeconds, until } = counting()
    add('anna')
    expect(restSeconds()).toBe(60)
    until(1)
    expect(restSeconds()).toBe(60)
    until(WINDOW_MS - 1000)
    expect(restSeconds()).toBe(1)
  })

  it('AUT-07 begin anew when the clock was set back', () => {
    const { add, of, restSeconds, until } = counting()
    add('anna')
    until(-1)
    expect([of('anna'), add('anna'), restSeconds()]).toEqual([0, 1, 60])
  })

  it('AUT-07 begin anew beyond a hundred thousand keys', () => {
    const { add, of } = counting()
    for (let i = 0; i < 100_000; i += 1) add(`${i}`)
    expect(of('0')).toBe(1)
    add('one more')
    expect([of('0'), of('one more')]).toEqual([0, 0])
  })
})
