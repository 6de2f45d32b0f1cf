import type uPlot from 'uplot'
import { type Points, scaleOf } from './axis/scaling.ts'

type Step = { readonly plot: uPlot; readonly index: number; readonly seen: readonly [number, number] }

/** Draws the visible steps and their neighbours; nothing if steps are bundled (dense.ts). */
const unlessBundled =
  (
    isBundled: () => boolean,
    draw: (step: Step) => Pick<uPlot.Series.Paths, 'stroke' | 'fill'>,
  ): uPlot.Series.PathBuilder =>
  (plot, index, first, last) => {
    if (isBundled()) return null
    const seen = [Math.max(0, first - 1), Math.min(plot.data[0].length - 1, last + 1)] as const
    return { stroke: null, fill: null, clip: null, flags: 0, ...draw({ plot, index, seen }) }
  }

/** Calls `draw` for each run of steps without a gap. */
function stretches(
  [first, last]: Step['seen'],
  isKnown: (i: number) => boolean,
  draw: (from: number, to: number) => void,
) {
  for (let i = first; i <= last; i += 1) {
    const from = i
    while (i <= last && isKnown(i)) i += 1
    if (i > from) draw(from, i - 1)
  }
}

const known = (values: Points, i: number) => values[i] !== null && values[i] !== undefined

/** A line from step to step, broken at gaps; a step between two gaps is a point. */
export const line = (isBundled: () => boolean) =>
  unlessBundled(isBundled, ({ plot, index, seen }) => {
    const stroke = new Path2D()
    const [x, values] = [plot.data[0], plot.data[index] ?? []]
    const [across, up] = [scaleOf(plot, 'x'), scaleOf(plot, 'y')]
    stretches(
      seen,
      (i) => known(values, i),
      (from, to) => {
        stroke.moveTo(across(x[from] ?? 0) - (from === to ? 1 : 0), up(values[from] ?? 0))
        for (let i = from; i <= to; i += 1) stroke.lineTo(across(x[i] ?? 0), up(values[i] ?? 0))
      },
    )
    return { stroke }
  })

/** An area from another series, or zero, to this one. Computes its own edges: clipping is slower. */
export const area = (isBundled: () => boolean, below: number | null) =>
  unlessBundled(isBundled, ({ plot, index, seen }) => {
    const fill = new Path2D()
    const [x, values] = [plot.data[0], plot.data[index] ?? []]
    const base = below === null ? null : (plot.data[below] ?? null)
    const [across, up] = [scaleOf(plot, 'x'), scaleOf(plot, 'y')]
    stretches(
      seen,
      (i) => known(values, i),
      (from, to) => {
        fill.moveTo(across(x[from] ?? 0), up(values[from] ?? 0))
        for (let i = from + 1; i <= to; i += 1) fill.lineTo(across(x[i] ?? 0), up(values[i] ?? 0))
        if (base) for (let i = to; i >= from; i -= 1) fill.lineTo(across(x[i] ?? 0), up(base[i] ?? 0))
        else for (const i of [to, from]) fill.lineTo(across(x[i] ?? 0), up(0))
        fill.closePath()
      },
    )
    return { fill }
  })
