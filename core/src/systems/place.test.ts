import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOf, regionOf } from './place.ts'
import { landOf, postcodeCountries, postcodePoint } from './postcode-areas.ts'

describe('the place of a system', () => {
  it('FCT-25 is kept to a tenth of a degree', () => {
    expect(placeOf({ latitude: 47.6603, longitude: 9.1758 })).toEqual({ latitude: 47.7, longitude: 9.2 })
    expect(placeOf({ latitude: -0.01, longitude: 180 })).toEqual({ latitude: 0, longitude: -180 })
    const point = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(point, (of) => {
        const place = placeOf(of)
        expect(placeOf(place)).toEqual(place)
        expect(Object.is(place.latitude, -0) || Object.is(place.longitude, -0)).toBe(false)
        expect(Math.abs(place.latitude - of.latitude)).toBeLessThanOrEqual(0.05 + 1e-9)
      }),
    )
    for (const latitude of [91, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => placeOf({ latitude, longitude: 0 })).toThrow(RangeError)
  })

  it('FCT-25 is the middle of a postcode’s area, of which two digits count', () => {
    expect(postcodePoint('DE', '78462')).toEqual({ latitude: 48, longitude: 8.6 })
    expect(postcodePoint('DE', '78')).toEqual(postcodePoint('DE', '78999'))
    expect(postcodePoint('AT', '6020')).toEqual({ latitude: 47.3, longitude: 11.4 })
    expect(postcodePoint('CH', '8001')).toEqual({ latitude: 47.4, longitude: 8.5 })
    for (const [country, postcode] of [
      ['DE', '05'],
      ['DE', '784'],
      ['DE', '7846'],
      ['AT', '60201'],
      ['CH', '9x'],
    ] as const)
      expect(postcodePoint(country, postcode)).toBeNull()
  })

  it('FCT-25 has an area for all leading digits in use, each in its country', () => {
    const bounds = { DE: [47.2, 55.1, 5.8, 15.1], AT: [46.3, 49.1, 9.5, 17.2], CH: [45.8, 47.9, 5.9, 10.5] }
    const digits = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))
    for (const country of postcodeCountries) {
      const [south = 0, north = 0, west = 0, east = 0] = bounds[country]
      const found = digits.flatMap((two) => postcodePoint(country, two) ?? [])
      expect(found.length).toBe({ DE: 95, AT: 76, CH: 83 }[country])
      for (const { latitude, longitude } of found) {
        expect(latitude >= south && latitude <= north && longitude >= west && longitude <= east).toBe(true)
      }
    }
  })

  it('FCT-25 names whose public holidays the house has', () => {
    const land = (latitude: number, longitude: number) => landOf({ latitude, longitude })
    expect([land(48.1, 11.6), land(52.5, 13.4), land(54.3, 10.1), land(50.9, 11.6)]).toEqual([
      ...['BY', 'BE', 'SH', 'TH'],
    ])
    expect(regionOf('Europe/Berlin', { latitude: 48.1, longitude: 11.6 })).toBe('DE-BY')
    expect(regionOf('Europe/Berlin', null)).toBe('DE')
    expect(regionOf('Europe/Vienna', { latitude: 48.1, longitude: 11.6 })).toBe('AT')
    expect(regionOf('Pacific/Auckland', null)).toBeNull()
  })
})
