import { describe, expect, it } from 'vitest'
import type { Range } from '../../../ui/chart/lane.ts'
import { cutColumns, stepsSeen } from './exporting.ts'

const HOUR = 3_600_000
const edges = [0, 1, 2, 3, 4].map((hour) => hour * HOUR)
const columns = [
  { name: 'Netzleistung', unit: 'W', values: [100, 200, null, 400] },
  { name: 'Ladezustand', unit: '%', values: [10, 20, 30, 40] },
] as const

describe('what is seen of a chart', () => {
  it.each<[seen: string, view: Range, steps: [number, number]]>([
    ['all of it', [0, 4], [0, 4]],
    ['from edge to edge', [1, 3], [1, 3]],
    ['from within a step to within another', [1.5, 2.5], [1, 3]],
    ['the first half', [0, 2], [0, 2]],
    ['the second half', [2, 4], [2, 4]],
    ['a part of one step', [1.2, 1.8], [1, 2]],
    ['more than there is', [-1, 9], [0, 4]],
  ])('CHT-04 CHT-08 %s: the steps it touches, and no other', (_, [from, until], steps) => {
    expect(stepsSeen(edges, [from * HOUR, until * HOUR])).toEqual(steps)
  })

  it('CHT-04 CHT-08 each of its steps keeps its own values', () => {
    expect(cutColumns(columns, [2, 4])).toEqual([
      { name: 'Netzleistung', unit: 'W', values: [null, 400] },
      { name: 'Ladezustand', unit: '%', values: [30, 40] },
    ])
  })
})
