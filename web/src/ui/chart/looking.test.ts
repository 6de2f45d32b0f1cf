import { describe, expect, it } from 'vitest'
import { afterKey } from './keys.ts'
import { type Range, stepAt } from './lane.ts'
import { clusters } from './Marks.tsx'
import { clampView, moved, zoomed } from './view.ts'

const HOUR = 3_600_000
const bounds: Range = [0, 24 * HOUR]
const edges = Array.from({ length: 25 }, (_, i) => i * HOUR)
const looking = (cursor: number | null, view: Range = bounds) => ({
  ...{ bounds, view, cursor, selecting: null },
  ...{ engaged: false, hinting: false },
})

describe('what is seen', () => {
  it('CHT-08 zooming keeps what is under the pointer', () => {
    const view = zoomed(bounds, bounds, 6 * HOUR, 0.5)
    expect(view).toEqual([3 * HOUR, 15 * HOUR])
    expect((6 * HOUR - view[0]) / (view[1] - view[0])).toBeCloseTo(0.25)
  })

  it('CHT-08 never leaves what there is, nor comes too close', () => {
    expect(moved([0, 6 * HOUR], bounds, -1)).toEqual([0, 6 * HOUR])
    expect(moved([0, 6 * HOUR], bounds, 9)).toEqual([18 * HOUR, 24 * HOUR])
    expect(zoomed(bounds, bounds, 6 * HOUR, 0.0001)).toEqual([5.75 * HOUR, 6.75 * HOUR])
    expect(zoomed([3 * HOUR, 9 * HOUR], bounds, 6 * HOUR, 100)).toEqual(bounds)
    expect(clampView([-5 * HOUR, 40 * HOUR], bounds)).toEqual(bounds)
  })
})

describe('by keyboard', () => {
  it('CHT-08 arrows move the cursor step by step, from the middle on where there is none', () => {
    expect(afterKey('ArrowRight', looking(null), edges)?.cursor).toBe(12)
    expect(afterKey('ArrowRight', looking(12), edges)?.cursor).toBe(13)
    expect(afterKey('ArrowLeft', looking(0), edges)?.cursor).toBe(0)
    expect(afterKey('Home', looking(12), edges)?.cursor).toBe(0)
    expect(afterKey('End', looking(12), edges)?.cursor).toBe(23)
  })

  it('CHT-08 what is seen follows the cursor', () => {
    const view = afterKey('End', looking(2, [0, 6 * HOUR]), edges)?.view
    expect(view).toEqual([18 * HOUR, 24 * HOUR])
  })

  it('CHT-08 plus and minus zoom, escape shows all, then takes the cursor away', () => {
    const closer = afterKey('+', looking(12), edges)?.view ?? bounds
    expect(closer[1] - closer[0]).toBeLessThan(24 * HOUR)
    expect(afterKey('Escape', looking(12, closer), edges)).toEqual({ view: bounds })
    expect(afterKey('Escape', looking(12), edges)).toEqual({ cursor: null })
    expect(afterKey('a', looking(12), edges)).toBeNull()
  })
})

describe('steps', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [HOUR - 1, 0],
    [HOUR, 1],
    [99 * HOUR, 23],
  ])('CHT-08 %d lies in step %d', (at, step) => expect(stepAt(edges, at)).toBe(step))
  it('CHT-05 nothing has no step', () => expect(stepAt([], 3)).toBe(-1))
})

describe('marks', () => {
  const mark = (id: string, hour: number, until: number | null = null) => ({
    id,
    at: hour * HOUR,
    until: until === null ? null : until * HOUR,
    icon: null,
    label: id,
  })
  const ids = (view: Range) =>
    clusters([mark('c', 12), mark('a', 1, 5), mark('b', 1.2)], view, 960).map((cluster) =>
      cluster.map(({ id }) => id),
    )

  it('CHT-10 those too close to be pressed one by one are one', () => {
    expect(ids(bounds)).toEqual([['a', 'b'], ['c']])
  })
  it('CHT-10 closer in they come apart, and what goes on into the view is there', () => {
    expect(ids([0, 3 * HOUR])).toEqual([['a'], ['b']])
    expect(ids([4 * HOUR, 6 * HOUR])).toEqual([['a']])
  })
})
