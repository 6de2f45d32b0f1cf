import { stepAt } from './lane.ts'
import type { ChartState, Looking } from './state.ts'
import { isWhole, scrollTo, zoomed } from './view.ts'

/** Steps per page. */
const PAGE = 12
const CLOSER = 0.6

/** The step a key moves the cursor to; undefined if it does not move it. */
function target(key: string, cursor: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return cursor - 1
    case 'ArrowRight':
    case 'ArrowUp':
      return cursor + 1
    case 'PageDown':
      return cursor - PAGE
    case 'PageUp':
      return cursor + PAGE
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/**
 * Returns the change a key makes: arrows, page up/down, home and end move the cursor, plus and minus zoom at it,
 * escape first shows everything again, then removes the cursor. null if the key is not for the chart.
 */
export function afterKey(
  key: string,
  { view, bounds, cursor }: Looking,
  edges: readonly number[],
): Partial<Looking> | null {
  const last = edges.length - 2
  if (last < 0) return null
  const from = cursor ?? stepAt(edges, (view[0] + view[1]) / 2)
  const middle = (step: number) => ((edges[step] ?? 0) + (edges[step + 1] ?? 0)) / 2
  const to = target(key, from, last)
  if (to !== undefined) {
    const step = Math.min(last, Math.max(0, cursor === null && key.startsWith('Arrow') ? from : to))
    return { cursor: step, view: scrollTo(view, bounds, middle(step)) }
  }
  if (key === '+' || key === '=') return { view: zoomed(view, bounds, middle(from), CLOSER) }
  if (key === '-') return { view: zoomed(view, bounds, middle(from), 1 / CLOSER) }
  if (key === 'Escape') return isWhole(view, bounds) ? { cursor: null } : { view: bounds }
  return null
}

/** Passes a key to the chart; returns whether the chart handled it. */
export function press(key: string, state: ChartState, edges: readonly number[]): boolean {
  const changed = afterKey(key, state.getState(), edges)
  if (changed) state.setState(key === 'Escape' ? { ...changed, engaged: false } : changed)
  return changed !== null
}
