import type { SystemPlace } from '@kellersonne/contract/energy/place'
import { type Place, placeOf } from '@kellersonne/core/systems/place'
import {
  type PostcodeCountry,
  postcodeCountries,
  postcodePoint,
} from '@kellersonne/core/systems/postcode-areas'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { PlaceForm } from '../api/place.ts'
import { type MapCountry, mapCountries } from './outlines.ts'
import { countryAt } from './projection.ts'

/** A place as it is being typed. */
export type Typed = {
  readonly how: 'postcode' | 'map'
  readonly country: MapCountry
  readonly postcode: string
  readonly latitude: string
  readonly longitude: string
}
type Field = 'postcode' | 'latitude' | 'longitude'
export type Faults = Partial<Record<Field, 'required' | 'format' | 'unknown'>>

const isPostcodeCountry = (country: MapCountry): country is PostcodeCountry =>
  postcodeCountries.some((one) => one === country)

/** The ways that a country offers: of most, postcodes name no area here. */
export const waysOf = (country: MapCountry): readonly Typed['how'][] =>
  isPostcodeCountry(country) ? ['postcode', 'map'] : ['map']

/** The way that is open: where postcodes are not known, the map. */
export const wayOf = ({ how, country }: Pick<Typed, 'how' | 'country'>) =>
  isPostcodeCountry(country) ? how : 'map'

const DEGREES = /^[-−]?\d{1,3}(?:[.,]\d{1,6})?$/

/** Reads degrees, with a point or a comma; null if they are none within `most`. */
export function readDegrees(text: string, most: number): number | null {
  const trimmed = text.trim()
  if (!DEGREES.test(trimmed)) return null
  const value = Number(trimmed.replace('−', '-').replace(',', '.'))
  return Math.abs(value) <= most ? value : null
}

const MOST = { latitude: 90, longitude: 180 }

/** The cell that is typed, on the map; null if there is none. */
export function pointOf({ latitude, longitude }: Pick<Typed, 'latitude' | 'longitude'>): Place | null {
  const [north, east] = [readDegrees(latitude, MOST.latitude), readDegrees(longitude, MOST.longitude)]
  return north === null || east === null ? null : placeOf({ latitude: north, longitude: east })
}

/** The form to send, or what is wrong with each field. */
export function toForm(typed: Typed): { form: PlaceForm } | { faults: Faults } {
  const { country } = typed
  if (wayOf(typed) === 'postcode' && isPostcodeCountry(country)) {
    const postcode = typed.postcode.trim()
    if (postcode === '') return { faults: { postcode: 'required' } }
    if (!/^\d{2,5}$/.test(postcode)) return { faults: { postcode: 'format' } }
    return postcodePoint(country, postcode)
      ? { form: { country, postcode } }
      : { faults: { postcode: 'unknown' } }
  }
  const point = pointOf(typed)
  if (point) return { form: { latitude: String(point.latitude), longitude: String(point.longitude) } }
  const faultOf = (field: 'latitude' | 'longitude'): Faults =>
    readDegrees(typed[field], MOST[field]) === null ? { [field]: 'format' } : {}
  return { faults: { ...faultOf('latitude'), ...faultOf('longitude') } }
}

/** Degrees as they are typed, in the language's way. */
export const degreesOf = ({ latitude, longitude }: Place, f: Pick<Formats, 'number'>) => ({
  latitude: f.number(latitude, 1),
  longitude: f.number(longitude, 1),
})

/** The form as it is opened: with the place that is kept, which no postcode names any more. */
export function opened(
  { place, region }: Pick<SystemPlace, 'place' | 'region'>,
  f: Pick<Formats, 'number'>,
): Typed {
  const home = mapCountries.find((one) => region?.startsWith(one)) ?? 'DE'
  const country = (place && countryAt(place, mapCountries)) ?? home
  const empty = { country, postcode: '', latitude: '', longitude: '' }
  if (!place) return { ...empty, how: 'postcode' }
  return { ...empty, how: 'map', ...degreesOf(place, f) }
}

/** Moves a point by tenths of a degree. */
export function moved({ latitude, longitude }: Place, north: number, east: number): Place {
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return placeOf({
    latitude: clamp(latitude + north / 10, MOST.latitude),
    longitude: clamp(longitude + east / 10, MOST.longitude),
  })
}
