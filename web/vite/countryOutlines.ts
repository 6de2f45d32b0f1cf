import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { countries } from '@kellersonne/core/identity/countries'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

const ID = 'virtual:country-outlines'
const RESOLVED = `\0${ID}`

/** ISO 3166-1 numbers, by which Natural Earth knows countries. */
const numbers: Record<(typeof countries)[number], string> = {
  ...{ DE: '276', PL: '616', AT: '040', CH: '756', BE: '056', FR: '250' },
  ...{ LV: '428', LT: '440', EE: '233', HR: '191', NL: '528' },
}
/** Degrees; what lies overseas is left out. */
const SHOWN = { west: -6, east: 29, south: 41, north: 60.5 }
/** Points are kept to this part of a degree: two pixels of a map that is as wide as a page. */
const PARTS = 20
/** Islands of fewer points than this are specks. */
const FEWEST_POINTS = 4

type Atlas = Topology<{ countries: GeometryCollection }>

function readAtlas(): Atlas {
  const path = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))
  return JSON.parse(readFileSync(path, 'utf8'))
}

const isShown = ([longitude = 0, latitude = 0]: Position) =>
  longitude > SHOWN.west && longitude < SHOWN.east && latitude > SHOWN.south && latitude < SHOWN.north

/** Writes a ring as a closed SVG path of relative moves, in parts of a degree; y grows to the south. */
function pathOf(ring: readonly Position[]): string {
  if (!ring.every(isShown)) return ''
  const points = ring
    .map(
      ([longitude = 0, latitude = 0]) =>
        [Math.round(longitude * PARTS), Math.round(-latitude * PARTS)] as const,
    )
    .filter(([x, y], i, all) => i === 0 || x !== all[i - 1]?.[0] || y !== all[i - 1]?.[1])
  const [first, ...others] = points
  if (!first || others.length < FEWEST_POINTS) return ''
  let [x, y] = first
  const moves = others.slice(0, -1).map(([toX, toY]) => {
    const move = `${toX - x} ${toY - y}`
    ;[x, y] = [toX, toY]
    return move
  })
  return `M${first.join(' ')}l${moves.join(' ')}z`.replaceAll(' -', '-')
}

function outlinesOf(atlas: Atlas): Record<string, string> {
  const shapes = feature(atlas, atlas.objects.countries).features
  return Object.fromEntries(
    countries.map((code) => {
      const shape = shapes.find(({ id }) => id === numbers[code])?.geometry as
        | Polygon
        | MultiPolygon
        | undefined
      if (!shape) throw new Error(`Natural Earth has no ${code}`)
      const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
      return [code, polygons.flat().map(pathOf).join('')]
    }),
  )
}

/**
 * Provides `virtual:country-outlines`: the outlines of the countries that owners live in, from Natural Earth (public
 * domain), small enough for a page of its own and drawn without asking anybody for tiles.
 */
export const countryOutlines = (): Plugin => ({
  name: 'country-outlines',
  resolveId: (id) => (id === ID ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(outlinesOf(readAtlas()))}` : null),
})
