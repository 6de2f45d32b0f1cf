import { placeOf } from '@kellersonne/core/systems/place'
import { postcodeCountries, postcodePoint } from '@kellersonne/core/systems/postcode-areas'
import { describe, expect, it } from 'vitest'
import { german } from '../../../../test/energy/forecast.ts'
import { mapCountries, outlineOf } from './outlines.ts'
import { countryAt, frameOf, toDrawing, toPoint } from './projection.ts'
import { moved, opened, pointOf, readDegrees, type Typed, toForm, wayOf } from './typed.ts'

const typed = (more: Partial<Typed>): Typed => ({
  ...{ how: 'postcode', country: 'DE', postcode: '', latitude: '', longitude: '' },
  ...more,
})

describe('a place as it is typed', () => {
  it.each([
    ['', 'required'],
    ['1', 'format'],
    ['78a', 'format'],
    ['784', 'unknown'],
    ['00', 'unknown'],
  ] as const)('FCT-56 names what is wrong with the postcode "%s"', (postcode, fault) => {
    expect(toForm(typed({ postcode }))).toEqual({ faults: { postcode: fault } })
  })

  it('FCT-56 takes two digits or all of them, and no coordinates with them', () => {
    expect(toForm(typed({ postcode: '78', latitude: '50' }))).toEqual({
      form: { country: 'DE', postcode: '78' },
    })
    expect(toForm(typed({ postcode: ' 78462 ' }))).toEqual({ form: { country: 'DE', postcode: '78462' } })
  })

  it('FCT-56 takes degrees with a comma or a point, to a tenth', () => {
    expect(toForm(typed({ how: 'map', latitude: '47,66', longitude: '9.17' }))).toEqual({
      form: { latitude: '47.7', longitude: '9.2' },
    })
    expect(toForm(typed({ how: 'map', latitude: '91', longitude: 'x' }))).toEqual({
      faults: { latitude: 'format', longitude: 'format' },
    })
    expect([readDegrees('−3', 90), readDegrees('1e1', 90), readDegrees('', 90)]).toEqual([-3, null, null])
    expect(pointOf({ latitude: '50', longitude: '' })).toBeNull()
  })

  it('FCT-56 offers the map alone where postcodes are not known', () => {
    expect(wayOf(typed({ country: 'FR' }))).toBe('map')
    expect(wayOf(typed({ country: 'CH' }))).toBe('postcode')
  })

  it('FCT-56 opens with the point that is kept, in its country and as the language writes it', () => {
    const { f } = german('place')
    const place = { latitude: 48.2, longitude: 16.4 }
    expect(opened({ place, region: null }, f)).toMatchObject({
      ...{ how: 'map', country: 'AT' },
      ...{ latitude: '48,2', longitude: '16,4' },
    })
    expect(opened({ place: null, region: 'PL' }, f)).toMatchObject({ how: 'postcode', country: 'PL' })
    const south = opened({ place: { latitude: -33.9, longitude: 18.4 }, region: null }, f)
    expect(pointOf(south)).toEqual({ latitude: -33.9, longitude: 18.4 })
    expect(opened({ place: { latitude: -33.9, longitude: 18.4 }, region: 'DE-BY' }, f).country).toBe('DE')
  })

  it('FCT-56 moves by tenths of a degree, and not over a pole', () => {
    expect(moved({ latitude: 50.1, longitude: 9 }, 1, -1)).toEqual({ latitude: 50.2, longitude: 8.9 })
    expect(moved({ latitude: 90, longitude: 0 }, 10, 0).latitude).toBe(90)
  })
})

describe('the map', () => {
  it('FCT-56 a press comes back as the point that is drawn there', () => {
    for (const country of mapCountries) {
      const frame = frameOf(country)
      const point = toPoint(frame, 0.3, 0.7)
      const { x, y } = toDrawing(frame, point)
      expect([x / frame.width, y / frame.height]).toEqual([expect.closeTo(0.3), expect.closeTo(0.7)])
    }
  })

  it('FCT-56 its outlines are closed areas within Europe, and hold the postcodes of their countries', () => {
    for (const [east, north] of mapCountries.flatMap((country) => outlineOf(country).flat())) {
      expect(east > -6 && east < 29.1).toBe(true)
      expect(north > 41 && north < 60.6).toBe(true)
    }
    // The middle of a country's largest areas; an island or a border town may lie outside of a coarse outline.
    const places = postcodeCountries.flatMap((country) =>
      ['80', '50', '30', '60'].flatMap((digits) => {
        const point = postcodePoint(country, digits)
        return point ? [[country, placeOf(point)] as const] : []
      }),
    )
    expect(places.length).toBeGreaterThan(8)
    for (const [country, place] of places) expect(countryAt(place, mapCountries)).toBe(country)
  })
})
