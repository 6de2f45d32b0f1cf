import type uPlot from 'uplot'
import { type Points, scaleOf } from './scaling.ts'

/** A series in bundles of steps, two points each, as columns one beside the other. */
export type Columns = {
  readonly fill: string | CanvasPattern
  readonly alpha: number
  /** px of the canvas a line is thick; null = an area down to the series below, or to zero. */
  readonly thickness: number | null
  /** The series an area stands on. */
  readonly below: number | null
}

/**
 * Draws a series whose steps are bundled: thousands of strokes that lie over one another cost a multiple of what
 * columns of whole pixels cost, and look the same.
 */
export function drawBundled(plot: uPlot, index: number, columns: Columns) {
  const { ctx, bbox } = plot
  const [x, values] = [plot.data[0], plot.data[index] ?? []]
  const [first, last] = plot.series[0]?.idxs ?? [0, -1]
  const base = columns.below === null ? null : (plot.data[columns.below] ?? null)
  const across = scaleOf(plot, 'x')
  const up = scaleOf(plot, 'y')
  const span = columns.thickness === null ? area(values, base) : line(values)
  const half = (columns.thickness ?? 0) / 2
  const [left, right] = [Math.round(bbox.left), Math.round(bbox.left + bbox.width)]
  ctx.save()
  ctx.fillStyle = columns.fill
  ctx.globalAlpha = columns.alpha
  const begin = Math.max(0, first) & ~1
  let end = Math.round(across(x[begin] ?? 0))
  for (let i = begin; i <= last; i += 2) {
    const from = Math.max(left, end)
    end = Math.round(across(x[i + 2] ?? x[i + 1] ?? 0))
    const reached = span(i)
    if (reached === null || end <= from) continue
    const top = Math.round(up(reached[1]) - half)
    const bottom = Math.round(up(reached[0]) + half)
    ctx.fillRect(from, top, Math.min(right, end) - from, Math.max(1, bottom - top))
  }
  ctx.restore()
}

type Span = (i: number) => readonly [low: number, high: number] | null

/** What a line covers in a bundle, with the way to it from the one before. */
function line(values: Points): Span {
  return (i) => {
    const [a, b] = [values[i] ?? null, values[i + 1] ?? null]
    if (a === null || b === null) return null
    const before = values[i - 1] ?? a
    return [Math.min(a, b, before), Math.max(a, b, before)]
  }
}

const far = (a: number, b: number) => (Math.abs(a) > Math.abs(b) ? a : b)

/** What an area covers in a bundle, as far from zero as it reaches. */
function area(values: Points, base: Points | null): Span {
  return (i) => {
    const [a, b] = [values[i] ?? null, values[i + 1] ?? null]
    if (a === null || b === null) return null
    const edge = far(a, b)
    if (edge === 0) return null
    const foot = base ? far(base[i] ?? 0, base[i + 1] ?? 0) : 0
    return [Math.min(edge, foot), Math.max(edge, foot)]
  }
}
