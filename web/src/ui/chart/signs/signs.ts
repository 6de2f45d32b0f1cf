import type uPlot from 'uplot'
import { scaleOf } from '../axis/scaling.ts'

/** Shapes in a box of 14 by 14, as SVG paths: the same on a line, in the legend and in the saved picture. */
export const signs = {
  circle: 'M7 2a5 5 0 1 0 0 10A5 5 0 1 0 7 2z',
  diamond: 'M7 .8 13.2 7 7 13.2.8 7z',
  square: 'M2 2h10v10H2z',
  bar: 'M5 1h4v12H5z',
  triangle: 'M7 1.5 13 12.5H1z',
} as const
export type Sign = keyof typeof signs
export const SIGN_BOX = 14

/** Size of a sign, and least distance between two on one line; design px. */
const SIZE = 9
const APART = 28

/** Draws a sign around a point. `size`: canvas px. */
export function drawSign(context: CanvasRenderingContext2D, sign: Sign, x: number, y: number, size: number) {
  context.save()
  context.translate(x - size / 2, y - size / 2)
  context.scale(size / SIGN_BOX, size / SIGN_BOX)
  context.fill(new Path2D(signs[sign]))
  context.restore()
}

/** Draws a series' signs on every step, or every second, fourth …: always the same ones, however the view moves. */
export function drawSigns(plot: uPlot, index: number, { sign, colour }: SignedLine, scale: number) {
  const { ctx } = plot
  const [x, values] = [plot.data[0], plot.data[index] ?? []]
  const [first, last] = plot.series[0]?.idxs ?? [0, -1]
  const [across, up] = [scaleOf(plot, 'x'), scaleOf(plot, 'y')]
  const step = (across(x[last] ?? 0) - across(x[first] ?? 0)) / Math.max(1, last - first)
  const every = 2 ** Math.max(0, Math.ceil(Math.log2((APART * scale) / Math.max(step, 1e-9))))
  ctx.save()
  ctx.fillStyle = colour
  for (let i = Math.ceil(first / every) * every; i <= last; i += every) {
    const value = values[i] ?? null
    if (value !== null) drawSign(ctx, sign, across(x[i] ?? 0), up(value), SIZE * scale)
  }
  ctx.restore()
}

export type SignedLine = { readonly sign: Sign; readonly colour: string }
