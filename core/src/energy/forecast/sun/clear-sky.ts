import type { Day } from '../../../time/days.ts'
import { createCache } from '../../cache.ts'
import { SLOTS } from '../days.ts'
import type { Place } from '../forecast.ts'

const DAYS_A_YEAR = 366
const DAY_MS = 86_400_000
const RADIANS = Math.PI / 180

/** Global irradiance of a clear sky in W/m² by slot in UTC, on a day of the year (1 to 366). */
export type ClearSky = (dayOfYear: number) => Float32Array

/** Returns the day of the year, 1 to 366. */
export function dayOfYear(day: Day): number {
  const at = Date.parse(`${day}T00:00:00Z`)
  return 1 + Math.round((at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / DAY_MS)
}

/**
 * Sun's declination in radians and equation of time in minutes: Spencer, Fourier series representation of the position
 * of the sun, Search 2 (1971) 172.
 */
function sunOf(ofYear: number) {
  const b = (2 * Math.PI * (ofYear - 1)) / 365
  const equation =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(b) -
      0.032077 * Math.sin(b) -
      0.014615 * Math.cos(2 * b) -
      0.040849 * Math.sin(2 * b))
  const declination =
    0.006918 -
    0.399912 * Math.cos(b) +
    0.070257 * Math.sin(b) -
    0.006758 * Math.cos(2 * b) +
    0.000907 * Math.sin(2 * b) -
    0.002697 * Math.cos(3 * b) +
    0.00148 * Math.sin(3 * b)
  return { equation, declination }
}

/** Clear sky from the cosine of the zenith angle: Haurwitz, Insolation in relation to cloudiness, J. Meteorology 2 (1945) 154. */
const haurwitz = (cosine: number) => (cosine > 0 ? 1098 * cosine * Math.exp(-0.057 / cosine) : 0)

function skyOn({ latitude, longitude }: Place, ofYear: number): Float32Array {
  const { equation, declination } = sunOf(ofYear)
  const north = latitude * RADIANS
  const [upright, level] = [Math.sin(north) * Math.sin(declination), Math.cos(north) * Math.cos(declination)]
  return Float32Array.from({ length: SLOTS }, (_, slot) => {
    const solarHour = (slot + 0.5) / 4 + longitude / 15 + equation / 60
    return haurwitz(upright + level * Math.cos(RADIANS * 15 * (solarHour - 12)))
  })
}

/** Skies of the places used last: all systems of a time zone share one. */
const skies = createCache<ClearSky>(32)

/** Returns the clear sky of a place, in steps of a tenth of a degree. */
export function clearSky({ latitude, longitude }: Place): ClearSky {
  const place = { latitude: Math.round(latitude * 10) / 10, longitude: Math.round(longitude * 10) / 10 }
  return skies(`${place.latitude} ${place.longitude}`, () => {
    const days: (Float32Array | undefined)[] = Array.from({ length: DAYS_A_YEAR + 1 })
    return (ofYear) => {
      const known = days[ofYear] ?? skyOn(place, ofYear)
      days[ofYear] = known
      return known
    }
  })
}
