import type { Point } from '@kellersonne/core/systems/postcode-areas'
import { type MapCountry, outlineOf } from './outlines.ts'

/** Degrees around a country's outline. */
const MARGIN = 0.4
/** Units of a drawing per degree of latitude. */
const SCALE = 100

/** What a map shows: degrees, and the size of its drawing. */
export type Frame = {
  readonly west: number
  readonly north: number
  readonly width: number
  readonly height: number
  /** Units per degree of longitude, which is shorter than one of latitude. */
  readonly across: number
}

export function frameOf(country: MapCountry): Frame {
  const points = outlineOf(country).flat()
  const [east, north] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [west, right] = [Math.min(...east) - MARGIN, Math.max(...east) + MARGIN]
  const [south, top] = [Math.min(...north) - MARGIN, Math.max(...north) + MARGIN]
  const across = SCALE * Math.cos((Math.PI * (south + top)) / 360)
  return { west, north: top, width: (right - west) * across, height: (top - south) * SCALE, across }
}

/** Where a point lies in the drawing. */
export const toDrawing = ({ west, north, across }: Frame, { latitude, longitude }: Point) => ({
  x: (longitude - west) * across,
  y: (north - latitude) * SCALE,
})

/** The point at a share of the drawing's width and height. */
export const toPoint = ({ west, north, width, height, across }: Frame, x: number, y: number): Point => ({
  latitude: north - (y * height) / SCALE,
  longitude: west + (x * width) / across,
})

/** The SVG path of a country's outline. */
export const pathOf = (country: MapCountry, frame: Frame): string =>
  outlineOf(country)
    .map((ring) => {
      const points = ring.map(([longitude, latitude]) => {
        const { x, y } = toDrawing(frame, { latitude, longitude })
        return `${x.toFixed(0)} ${y.toFixed(0)}`
      })
      return `M${points.join('L')}Z`
    })
    .join('')

/** The middle of a country's frame. */
export const middleOf = (frame: Frame): Point => toPoint(frame, 0.5, 0.5)

/** The country whose frame has a point closest to its middle, as far as any has it. */
export function countryAt(point: Point, countries: readonly MapCountry[]): MapCountry | null {
  const near = countries.flatMap((country) => {
    const frame = frameOf(country)
    const { x, y } = toDrawing(frame, point)
    const isIn = x >= 0 && y >= 0 && x <= frame.width && y <= frame.height
    const middle = middleOf(frame)
    const apart = (point.latitude - middle.latitude) ** 2 + (point.longitude - middle.longitude) ** 2
    return isIn && isOnLand(point, country) ? [{ country, apart }] : []
  })
  return near.toSorted((a, b) => a.apart - b.apart)[0]?.country ?? null
}

/** Whether a country's outline has a point inside, by the crossings of a line to the east of it. */
function isOnLand({ latitude, longitude }: Point, country: MapCountry): boolean {
  return outlineOf(country).some((ring) => {
    let isInside = false
    ring.forEach(([x, y], i) => {
      const [u, v] = ring.at(i - 1) ?? [x, y]
      const isCrossed = y > latitude !== v > latitude
      if (isCrossed && longitude < x + ((u - x) * (latitude - y)) / (v - y)) isInside = !isInside
    })
    return isInside
  })
}
