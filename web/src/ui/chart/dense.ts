import type uPlot from 'uplot'
import { type Points, scaleOf } from './axis/scaling.ts'

/** A series of bundled steps with two points each, drawn as adjacent columns. */
export type Columns = {
  readonly fill: string | CanvasPattern
  readonly alpha: number
  /** Thickness of a line in canvas px; null = an area down to the series below, or to zero. */
  readonly thickness: number | null
  /** The series an area starts from. */
  readonly below: number | null
}

/**
 * Draws a series whose steps are bundled: thousands of overlapping strokes cost many times as much as columns of
 * whole pixels, and look the same.
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

/** The span of a line within a bundle, including its connection from the previous bundle. */
function line(values: Points): Span {
  return (i) => {
    const [a, b] = [values[i] ?? null, values[i + 1] ?? null]
    if (a === null || b === null) return null
    const before = values[i - 1] ?? a
    return [Math.min(a, b, before), Math.max(a, b, before)]
  }
}

const far = (a: number, b: number) => (Math.abs(a) > Math.abs(b) ? a : b)

/** The span of an area within a bundle, up to its value farthest from zero. */
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
