import { strokes } from '../compose.ts'
import type { Paint, Stroke, Token } from '../lane.ts'
import { fillOf, type Palette } from '../paint.ts'
import { drawSign, type Sign } from './signs.ts'

/** How something is drawn, for a legend. */
export type Sample =
  | { readonly kind: 'area'; readonly paint: Paint }
  | { readonly kind: 'band'; readonly paint: Paint }
  | { readonly kind: 'line'; readonly line: Token; readonly stroke: Stroke; readonly sign?: Sign | undefined }

/** Size of a sample, design px. */
export const SAMPLE = { width: 26, height: 12 } as const

/** Draws a sample whose left end is at x and whose middle is at y. */
export function drawSample(
  context: CanvasRenderingContext2D,
  sample: Sample,
  [x, y]: readonly [number, number],
  colour: Palette,
) {
  const { width, height } = SAMPLE
  context.save()
  if (sample.kind === 'area') {
    const { paint } = sample
    context.fillStyle = fillOf(paint, colour, 1)
    context.fillRect(x, y - height / 2, width, height)
    context.strokeStyle = colour(paint.line)
    context.strokeRect(x, y - height / 2, width, height)
  } else if (sample.kind === 'band') {
    context.globalAlpha = Number(colour('--ks-area3'))
    context.fillStyle = fillOf(sample.paint, colour, 1)
    context.fillRect(x, y - height / 2, width, height)
  } else {
    context.strokeStyle = colour(sample.line)
    context.fillStyle = colour(sample.line)
    context.lineWidth = 2
    context.setLineDash(strokes[sample.stroke])
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + width, y)
    context.stroke()
    if (sample.sign) drawSign(context, sample.sign, x + width / 2, y, 10)
  }
  context.restore()
}
