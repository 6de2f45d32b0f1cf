import { describe, expect, it } from 'vitest'
import { MAX_ZOOM, middleAt, moved, placeOf, wholeSquare, zoomed, zoomOf } from './square.ts'

const wide = { width: 4000, height: 3000 }

describe('a square of a picture', () => {
  it('SET-05 is the largest in the middle at first', () => {
    expect(wholeSquare(wide)).toEqual({ x: 2000, y: 1500, side: 3000 })
    expect(zoomOf(wholeSquare(wide), wide)).toBe(1)
  })

  it('SET-05 never leaves the picture', () => {
    const whole = wholeSquare(wide)
    expect(moved(whole, wide, 9999, 9999)).toEqual({ x: 2500, y: 1500, side: 3000 })
    const corner = moved(zoomed(whole, wide, 2), wide, -9999, -9999)
    expect(corner).toEqual({ x: 750, y: 750, side: 1500 })
    expect(zoomed(corner, wide, 1)).toEqual({ x: 1500, y: 1500, side: 3000 })
  })

  it('SET-05 is zoomed within bounds', () => {
    const whole = wholeSquare(wide)
    expect(zoomOf(zoomed(whole, wide, 99), wide)).toBe(MAX_ZOOM)
    expect(zoomOf(zoomed(whole, wide, 0), wide)).toBe(1)
  })

  it('SET-05 has a place from edge to edge', () => {
    expect([0, 0.25, 1].map((place) => placeOf(middleAt(place, 1500, 4000), 1500, 4000))).toEqual([
      0, 0.25, 1,
    ])
    expect(placeOf(1500, 3000, 3000)).toBe(0.5)
  })
})
