export type Size = { readonly width: number; readonly height: number }
/** A square within a picture: its centre and side, in picture px. */
export type Square = { readonly x: number; readonly y: number; readonly side: number }

export const MAX_ZOOM = 4

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Moves the square back into the picture if it sticks out. */
function within({ x, y, side }: Square, { width, height }: Size): Square {
  const half = side / 2
  return { x: between(x, half, width - half), y: between(y, half, height - half), side }
}

/** The largest square, centred. */
export const wholeSquare = ({ width, height }: Size): Square => ({
  x: width / 2,
  y: height / 2,
  side: Math.min(width, height),
})

export const moved = (square: Square, size: Size, dx: number, dy: number) =>
  within({ ...square, x: square.x + dx, y: square.y + dy }, size)

/** 1 for the largest square, up to MAX_ZOOM. */
export const zoomOf = ({ side }: Square, { width, height }: Size) => Math.min(width, height) / side

export const zoomed = (square: Square, size: Size, zoom: number) =>
  within({ ...square, side: Math.min(size.width, size.height) / between(zoom, 1, MAX_ZOOM) }, size)

/** Position of the square between one edge (0) and the other (1); 0.5 if it fills the picture. */
export const placeOf = (middle: number, side: number, length: number) =>
  length > side ? (middle - side / 2) / (length - side) : 0.5

/** The square's centre for such a position. */
export const middleAt = (place: number, side: number, length: number) => side / 2 + place * (length - side)
