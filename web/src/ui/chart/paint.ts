import type { Paint, Token } from './lane.ts'

/** The page's colours in its current appearance. */
export type Palette = (token: Token) => string

/** The colours that apply to an element. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  return (token) => style.getPropertyValue(token).trim()
}

const SIZE = 5

/**
 * The fill of an area. `scale` = canvas px per design px: textures are drawn on whole ones, so that they stay sharp.
 */
export function fillOf(
  { area, texture, ink }: Paint,
  colour: Palette,
  scale: number,
): string | CanvasPattern {
  const tile = document.createElement('canvas')
  const size = Math.max(4, Math.round(SIZE * scale))
  tile.width = size
  tile.height = size
  const context = texture === 'plain' ? null : tile.getContext('2d')
  if (!context) return colour(area)
  context.fillStyle = colour(area)
  context.fillRect(0, 0, size, size)
  context.fillStyle = colour(ink)
  context.strokeStyle = colour(ink)
  draw[texture](context, size, scale)
  return context.createPattern(tile, 'repeat') ?? colour(area)
}

const draw = {
  plain: () => undefined,
  stripes: (context: CanvasRenderingContext2D, size: number, scale: number) =>
    context.fillRect(0, 0, size, Math.max(1, Math.round(scale))),
  uprights: (context: CanvasRenderingContext2D, size: number, scale: number) =>
    context.fillRect(0, 0, Math.max(1, Math.round(2 * scale)), size),
  dots(context: CanvasRenderingContext2D, size: number, scale: number) {
    const dot = Math.max(1, Math.round(1.4 * scale))
    context.fillRect(Math.floor((size - dot) / 2), Math.floor((size - dot) / 2), dot, dot)
  },
  hatch(context: CanvasRenderingContext2D, size: number, scale: number) {
    context.lineWidth = 1.2 * scale
    context.beginPath()
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift - 1, size + 1)
      context.lineTo(shift + size + 1, -1)
    }
    context.stroke()
  },
}
