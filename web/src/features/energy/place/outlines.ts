import paths from 'virtual:country-outlines'
import { countries } from '@kellersonne/core/identity/countries'

export type MapCountry = (typeof countries)[number]
/** The countries whose outlines the portal has. */
export const mapCountries: readonly MapCountry[] = countries

/** Degrees. */
export type Ring = readonly (readonly [east: number, north: number])[]

/** Of a degree; the paths' y grows to the south. */
const PARTS = 20

/** Reads a closed path of relative moves. */
function ringOf(path: string): Ring {
  const numbers = (path.match(/-?\d+/g) ?? []).map(Number)
  const ring: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    x += numbers[i] ?? 0
    y += numbers[i + 1] ?? 0
    ring.push([x / PARTS, -y / PARTS])
  }
  return ring
}

const read = new Map<MapCountry, readonly Ring[]>()

/** Returns the outline of a country: its mainland and islands. */
export function outlineOf(country: MapCountry): readonly Ring[] {
  const rings =
    read.get(country) ??
    paths[country]
      .split('z')
      .filter((path) => path !== '')
      .map(ringOf)
  read.set(country, rings)
  return rings
}
