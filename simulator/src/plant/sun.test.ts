import { describe, expect, it } from 'vitest'
import { arrayPower, irradiance, sunPosition } from './sun.ts'

const degrees = (radians: number) => (radians * 180) / Math.PI
const konstanz = { latitude: 47.66, longitude: 9.17 }
const MINUTE = 60_000
const highest = (day: string) =>
  Math.max(
    ...Array.from({ length: 1440 }, (_, m) => sunPosition(Date.parse(day) + m * MINUTE, konstanz).elevation),
  )

describe('the sun', () => {
  it('is at noon as high as latitude and season say', () => {
    expect(degrees(highest('2026-06-21'))).toBeCloseTo(90 - 47.66 + 23.44, 1)
    expect(degrees(highest('2026-12-21'))).toBeCloseTo(90 - 47.66 - 23.44, 1)
    expect(degrees(highest('2026-03-20'))).toBeCloseTo(90 - 47.66, 0)
  })

  it('is where the almanac has it', () => {
    // NREL SPA (Reda & Andreas 2008), the worked example: zenith 50.11162°, azimuth 194.34024°.
    const { elevation, azimuth } = sunPosition(Date.UTC(2003, 9, 17, 19, 30, 30), {
      latitude: 39.742476,
      longitude: -105.1786,
    })
    expect(degrees(elevation)).toBeCloseTo(90 - 50.11162, 1)
    expect(degrees(azimuth)).toBeCloseTo(194.34024, 1)
  })

  it('rises in the east and sets in the west', () => {
    // True solar time is 31 minutes ahead of UTC there on that day.
    expect(degrees(sunPosition(Date.UTC(2026, 2, 20, 5, 31), konstanz).azimuth)).toBeCloseTo(90, -1)
    expect(degrees(sunPosition(Date.UTC(2026, 2, 20, 17, 31), konstanz).azimuth)).toBeCloseTo(270, -1)
  })

  it('gives nothing below the horizon and never more than outside the atmosphere', () => {
    const south = { peak: 3000, tilt: 32, azimuth: 180 }
    for (let elevation = -1.5; elevation < 1.5; elevation += 0.01) {
      const sun = { elevation, azimuth: Math.PI }
      const { global, direct, diffuse } = irradiance(sun, 0)
      expect(global).toBeLessThan(1361)
      expect(direct * Math.max(0, Math.sin(elevation)) + diffuse).toBeCloseTo(global, 6)
      expect(arrayPower(south, sun, 0)).toBeLessThanOrEqual(3000)
      if (elevation <= 0) expect(arrayPower(south, sun, 0)).toBe(0)
    }
  })

  it('gives less the more the sky is covered, and something even under a grey one', () => {
    const sun = { elevation: 1, azimuth: Math.PI }
    const covered = [0, 0.25, 0.5, 0.75, 1].map((cover) =>
      arrayPower({ peak: 3000, tilt: 32, azimuth: 180 }, sun, cover),
    )
    expect(covered).toEqual(covered.toSorted((a, b) => b - a))
    expect(covered.at(-1)).toBeGreaterThan(300)
  })
})
