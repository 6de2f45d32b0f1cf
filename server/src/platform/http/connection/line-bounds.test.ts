import { describe, expect, it } from 'vitest'
import { lineBounds, outageBounds } from './line-bounds.ts'

const MINUTE = 60_000
const times = (n: number, what: (i: number) => number | null) => Array.from({ length: n }, (_, i) => what(i))
const written = (answers: readonly (number | null)[]) => answers.filter((one) => one !== null).length

it('HND-24 a fault that repeats is one line a second, which says how many were left out', () => {
  let at = 0
  const admit = outageBounds(() => at)
  expect(times(3, admit)).toEqual([0, null, null])
  at = 999
  expect(admit()).toBeNull()
  at = 1000
  expect([admit(), admit()]).toEqual([3, null])
})

describe('lines about what is refused', () => {
  it('API-13 F19 are twenty a minute for each stranger, and the next one says how many were left out', () => {
    let at = 0
    const admit = lineBounds(undefined, () => at)
    expect(written(times(50, () => admit('a')))).toBe(20)
    expect(admit('b')).toBe(30)
    expect(admit('b')).toBe(0)
    at = MINUTE - 1
    expect(admit('a')).toBeNull()
    at = MINUTE
    expect(admit('a')).toBe(1)
  })

  it('API-13 F19 are six hundred a minute for all together, however many strangers there are', () => {
    let at = 0
    const admit = lineBounds(undefined, () => at)
    expect(written(times(10_000, (i) => admit(String(i))))).toBe(600)
    at = MINUTE
    expect(admit('another')).toBe(9400)
  })
})
