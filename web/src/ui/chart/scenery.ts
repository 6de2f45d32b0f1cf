import uPlot from 'uplot'
import type { Brush } from './compose.ts'
import type { Lane, Plotted, Range } from './lane.ts'
import { FONT } from './layout.ts'

/** Shades periods without values. */
export function drawNights(
  { ctx, bbox, valToPos, scales }: uPlot,
  { spans }: Plotted,
  { colour, zoom }: Brush,
) {
  const scale = uPlot.pxRatio * zoom
  ctx.save()
  ctx.fillStyle = colour('--ks-line')
  ctx.globalAlpha = 0.45
  for (const { range } of spans) {
    const [from, to] = range.map((at) =>
      Math.min(bbox.left + bbox.width, Math.max(bbox.left, valToPos(at, 'x', true))),
    )
    if (from === undefined || to === undefined || scales['x']?.min === undefined) continue
    for (let x = from; x < to; x += 6 * scale) ctx.fillRect(x, bbox.top, Math.min(scale, to - x), bbox.height)
  }
  ctx.restore()
}

/** The zero line, drawn as the ground. */
export function drawZeroLine({ ctx, bbox, valToPos }: uPlot, { colour, zoom }: Brush, [low, high]: Range) {
  if (low > 0 || high < 0) return
  const thickness = Math.max(1, Math.round(uPlot.pxRatio * zoom))
  ctx.fillStyle = colour('--ks-ground')
  ctx.fillRect(bbox.left, Math.round(valToPos(0, 'y', true) - thickness / 2), bbox.width, thickness)
}

/** The lane's title and the current time. */
export function drawTitleAndNow(
  { ctx, bbox, valToPos }: uPlot,
  { title }: Lane,
  { now, spans }: Plotted,
  brush: Brush,
) {
  const { colour, zoom } = brush
  const scale = uPlot.pxRatio * zoom
  ctx.save()
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.font = `${12 * scale}px ${FONT}`
  ctx.fillStyle = colour('--ks-text2')
  ctx.fillText(title, bbox.left, bbox.top - 8 * scale)
  ctx.fillStyle = colour('--ks-text3')
  for (const { range, label } of spans) {
    const [from = 0, to = 0] = range.map((at) => valToPos(at, 'x', true))
    const x = Math.max(from, bbox.left) + 6 * scale
    const room = Math.min(to, bbox.left + bbox.width) - x
    if (ctx.measureText(label).width < room) ctx.fillText(label, x, bbox.top + 16 * scale)
  }
  const present = now === null ? null : valToPos(now, 'x', true)
  if (present !== null && present >= bbox.left && present <= bbox.left + bbox.width) {
    ctx.strokeStyle = colour('--ks-text')
    ctx.lineWidth = scale
    ctx.setLineDash([2 * scale, 3 * scale])
    ctx.beginPath()
    ctx.moveTo(present, bbox.top)
    ctx.lineTo(present, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
