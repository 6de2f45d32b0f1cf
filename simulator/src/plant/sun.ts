/** Location of a house, in degrees; north and east are positive. */
export type Place = { readonly latitude: number; readonly longitude: number }

/** Position of the sun, in radians: elevation above the horizon, azimuth from north over east. */
export type SunPosition = { readonly elevation: number; readonly azimuth: number }

const RADIANS = Math.PI / 180
const J2000_MS = Date.UTC(2000, 0, 1, 12)

/**
 * Returns the sun's position to about 0.01°, `at` in ms UTC. Source: Michalsky, The Astronomical Almanac's algorithm
 * for approximate solar position, Solar Energy 40 (1988); without refraction.
 */
export function sunPosition(at: number, { latitude, longitude }: Place): SunPosition {
  const days = (at - J2000_MS) / 86_400_000
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS
  const meanLongitude = 280.46 + 0.9856474 * days
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS
  const obliquity = (23.439 - 0.0000004 * days) * RADIANS
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic))
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic))
  const sidereal = (280.46061837 + 360.98564737 * days + longitude) * RADIANS
  const hour = sidereal - ascension
  const north = latitude * RADIANS
  const sine =
    Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hour)
  const east = -Math.cos(declination) * Math.sin(hour)
  const northward =
    Math.cos(north) * Math.sin(declination) - Math.sin(north) * Math.cos(declination) * Math.cos(hour)
  return { elevation: Math.asin(sine), azimuth: (Math.atan2(east, northward) + 2 * Math.PI) % (2 * Math.PI) }
}

/** Irradiances in W/m²: global on a level plane, direct from the sun, and diffuse from the sky. */
export type Irradiance = { readonly global: number; readonly direct: number; readonly diffuse: number }

const DARK: Irradiance = { global: 0, direct: 0, diffuse: 0 }

/**
 * Returns the irradiance at the ground under a cloud cover of `cover` (0 clear, 1 overcast). Clear sky: Meinel &
 * Meinel, Applied Solar Energy (1976), air mass by Kasten & Young (1989); clouds: Kasten & Czeplak, Solar Energy 24
 * (1980).
 */
export function irradiance({ elevation }: SunPosition, cover: number): Irradiance {
  if (elevation <= 0) return DARK
  const sine = Math.sin(elevation)
  const airMass = 1 / (sine + 0.50572 * (elevation / RADIANS + 6.07995) ** -1.6364)
  const clearDirect = 1361 * 0.7 ** (airMass ** 0.678)
  const clearGlobal = clearDirect * sine + 0.1 * clearDirect
  const global = clearGlobal * (1 - 0.75 * cover ** 3.4)
  const direct = clearDirect * (1 - cover)
  return { global, direct, diffuse: Math.max(0, global - direct * sine) }
}

/** Panels on a roof: rated power in W at 1000 W/m²; tilt from level and azimuth from north over east in degrees. */
export type SolarArray = { readonly peak: number; readonly tilt: number; readonly azimuth: number }

const PERFORMANCE = 0.86
const ALBEDO = 0.2

/** Returns the power of an array in W, under an isotropic sky (Liu & Jordan 1963). */
export function arrayPower(array: SolarArray, sun: SunPosition, cover: number): number {
  const { global, direct, diffuse } = irradiance(sun, cover)
  if (global === 0) return 0
  const tilt = array.tilt * RADIANS
  const facing =
    Math.sin(sun.elevation) * Math.cos(tilt) +
    Math.cos(sun.elevation) * Math.sin(tilt) * Math.cos(sun.azimuth - array.azimuth * RADIANS)
  const onArray =
    direct * Math.max(0, facing) +
    (diffuse * (1 + Math.cos(tilt))) / 2 +
    (global * ALBEDO * (1 - Math.cos(tilt))) / 2
  return (array.peak * PERFORMANCE * onArray) / 1000
}
