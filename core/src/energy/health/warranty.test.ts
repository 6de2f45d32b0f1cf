import { expect, it } from 'vitest'
import { YEAR_MS } from './capacity.ts'
import { warrantedAt, warrantyUse, warrantyVerdict } from './warranty.ts'

const ten = { years: 10, remaining: 70, throughput: 30_000_000 }
const start = Date.UTC(2024, 4, 2)
const after = (years: number) => start + years * YEAR_MS
const useAfter = (years: number, throughput = 0) => warrantyUse(ten, { start, now: after(years), throughput })
const warrantedAfter = (years: number, throughput?: number) => {
  const use = useAfter(years, throughput)
  return use && warrantedAt(use, use.now)
}

it('HLT-29 what is warranted falls in a straight line from all to what remains, and no further', () => {
  expect([0, 1, 3, 5, 10, 12].map((years) => warrantedAfter(years))).toEqual([100, 97, 91, 85, 70, 70])
  expect(useAfter(12)?.progress).toBeCloseTo(1.2)
})

it('HLT-29 by time or by throughput, whichever is further; without a limit by time alone', () => {
  expect(warrantedAfter(3, 15_000_000)).toBe(85)
  expect([useAfter(3, 15_000_000)?.by, useAfter(3, 8_000_000)?.by]).toEqual(['throughput', 'time'])
  expect(warrantyUse({ ...ten, throughput: null }, { start, now: after(3), throughput: 9e9 })).toMatchObject({
    by: 'time',
    progress: 0.3,
  })
})

it('HLT-29 the months before lie on the line that leads to now', () => {
  const use = useAfter(4, 24_000_000)
  expect(use && [0, 1, 2, 4, 5].map((years) => Math.round(warrantedAt(use, after(years))))).toEqual([
    100, 94, 88, 76, 76,
  ])
  expect(use && warrantedAt(use, after(-1))).toBe(100)
})

it('HLT-29 is not known before it starts', () => {
  expect(useAfter(-0.1)).toBeNull()
  expect(warrantedAfter(0)).toBe(100)
})

it('HLT-29 judges nothing that lies within what the estimate may be wrong by', () => {
  const judged = [93, 92.9, 89.1, 89].map((percent) => warrantyVerdict({ percent, plusMinus: 2 }, 91))
  expect(judged).toEqual(['above', 'open', 'open', 'open'])
  expect(warrantyVerdict({ percent: 88.9, plusMinus: 2 }, 91)).toBe('below')
})
