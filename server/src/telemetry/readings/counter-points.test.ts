import { expect, it } from 'vitest'
import { openBreaks } from './counter-points.ts'

it('PRD-02 ENE-02 the breaks of a counter come back as they were recorded, however many there are', () => {
  const count = 2000
  const breaks = openBreaks(count)
  expect(breaks.of(0)).toBeNull()
  // In any order: a day in between may have been opened again.
  const quarters = [...Array(count).keys()].filter((quarter) => quarter % 3 > 0).reverse()
  for (const quarter of quarters)
    breaks.put(quarter, [
      [quarter, 10, quarter + 0.5, 20],
      [quarter + 0.5, 20, quarter + 0.7, 5],
    ])
  breaks.put(-1, [[1, 2, 3, 4]])
  breaks.put(count, [[1, 2, 3, 4]])
  breaks.put(3, [])
  expect([breaks.of(0), breaks.of(3), breaks.of(count)]).toEqual([null, null, null])
  for (const quarter of quarters)
    expect(Array.from(breaks.of(quarter) ?? [])).toEqual([
      ...[quarter, 10, quarter + 0.5, 20],
      ...[quarter + 0.5, 20, quarter + 0.7, 5],
    ])
  expect(breaks.points()).toBe(4 * quarters.length)
})
