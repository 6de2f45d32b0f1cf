import outlines from 'virtual:country-outlines'
import { countries } from '@kellersonne/core/identity/countries'
import { expect, it } from 'vitest'

/** The corners of a path of relative moves. */
function cornersOf(path: string): [x: number, y: number][] {
  return path
    .split('z')
    .filter((ring) => ring !== '')
    .flatMap((ring) => {
      const numbers = [...ring.matchAll(/-?\d+/g)].map(([text]) => Number(text))
      let [x, y] = [0, 0]
      return Array.from({ length: numbers.length / 2 }, (_, i): [number, number] => {
        x += numbers[2 * i] ?? 0
        y += numbers[2 * i + 1] ?? 0
        return [x, y]
      })
    })
}

it('FCT-25 the map has the outlines of all countries that owners live in, in at most 30 kB', () => {
  expect(Object.keys(outlines)).toEqual([...countries])
  expect(JSON.stringify(outlines).length).toBeLessThanOrEqual(30_000)
  const corners = cornersOf(outlines.DE)
  const [west, east] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))]
  const [north, south] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))]
  expect([west, east, north, south].map((part) => Math.round(part / 20))).toEqual([6, 15, -55, -47])
})
