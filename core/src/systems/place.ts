import { landOf, type Point } from './postcode-areas.ts'

/** A system's location, in whole tenths of a degree north and east: the cell of about ten kilometres around it. */
export type Place = Point

const TENTHS = 10

/** Returns the cell of a point. Throws `RangeError` for what is no point of the earth. */
export function placeOf({ latitude, longitude }: Point): Place {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) throw new RangeError('no point of the earth')
  // Of the two names of the 180th meridian one is enough; `+ 0` makes 0 of -0.
  const east = Math.round(longitude * TENTHS) / TENTHS + 0
  return { latitude: Math.round(latitude * TENTHS) / TENTHS + 0, longitude: east === 180 ? -180 : east }
}

/** The countries of the portal by the time zones that they alone have. */
const countryOfZone: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'DE',
  'Europe/Busingen': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/Warsaw': 'PL',
  'Europe/Brussels': 'BE',
  'Europe/Paris': 'FR',
  'Europe/Riga': 'LV',
  'Europe/Vilnius': 'LT',
  'Europe/Tallinn': 'EE',
  'Europe/Zagreb': 'HR',
  'Europe/Amsterdam': 'NL',
}

/** Returns whose public holidays a house has, such as `DE-BY` or `AT`; null if not known. In Germany it takes the place. */
export function regionOf(timeZone: string, place: Place | null): string | null {
  const country = countryOfZone[timeZone] ?? null
  if (country !== 'DE') return country
  const land = place && landOf(place)
  return land === null ? 'DE' : `DE-${land}`
}
