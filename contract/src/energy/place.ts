import { type Place, placeOf } from '@kellersonne/core/systems/place'
import { postcodeCountries, postcodePoint } from '@kellersonne/core/systems/postcode-areas'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'
import { weatherSource } from './weather-source.ts'

const LATITUDE = { min: -90, max: 90 }
const LONGITUDE = { min: -180, max: 180 }

const typed = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,10})?$/)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(min), z.maximum(max))),
    ),
  )

const fields = z.object({
  sn: serialNumber,
  latitude: typed(LATITUDE),
  longitude: typed(LONGITUDE),
  country: z.optional(z.enum(postcodeCountries)),
  postcode: z.optional(z.string().check(z.regex(/^\d{2,5}$/))),
})
type Fields = z.output<typeof fields>

const isPoint = ({ latitude, longitude }: Fields) => latitude !== undefined || longitude !== undefined
const rule = (
  field: keyof Fields,
  error: 'required' | 'senseless' | 'unknown',
  holds: (form: Fields) => boolean,
) => z.refine<Fields>(holds, { error, path: [field] })

/** A point, or the area of a postcode: its first two digits count. */
const placeForm = fields.check(
  rule('latitude', 'required', (form) => !isPoint(form) || form.latitude !== undefined),
  rule('longitude', 'required', (form) => !isPoint(form) || form.longitude !== undefined),
  rule('postcode', 'senseless', (form) => !isPoint(form) || form.postcode === undefined),
  rule('postcode', 'required', (form) => isPoint(form) || form.postcode !== undefined),
  rule('country', 'required', (form) => isPoint(form) || form.country !== undefined),
  rule(
    'postcode',
    'unknown',
    ({ country, postcode }) =>
      !country || postcode === undefined || postcodePoint(country, postcode) !== null,
  ),
)

/** Returns the cell that a form names. */
export function placeOfForm({ latitude, longitude, country, postcode }: z.output<typeof placeForm>): Place {
  if (latitude !== undefined && longitude !== undefined) return placeOf({ latitude, longitude })
  const point = country && postcode !== undefined ? postcodePoint(country, postcode) : null
  if (!point) throw new RangeError('a form without a place')
  return placeOf(point)
}

/** Degrees north and east, whole tenths: a cell of about ten kilometres. */
export const place = z.object({ latitude: z.number(), longitude: z.number() })

/** A system's location, as coarsely as it is kept, and the provider of its weather. */
export const systemPlace = z.object({
  /** Null if the owner has set none. */
  place: z.nullable(place),
  /** For public holidays, `DE-BY` or `AT`; null if not known. */
  region: z.nullable(z.string()),
  /** Null: the operator has chosen no weather, so that the place serves the position of the sun alone. */
  weather: z.nullable(weatherSource),
})
export type SystemPlace = z.output<typeof systemPlace>

export const getPlace = endpoint({
  method: 'GET',
  path: '/api/auth/place/',
  summary: 'The location of one of the caller’s systems, if they have set one.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: systemPlace,
  errors: ['not_found'],
})

export const setPlace = endpoint({
  method: 'POST',
  path: '/api/auth/place/',
  summary:
    'Sets the location of one of the caller’s systems, as a point or by postcode. It is kept to a tenth of a degree, and forgotten when the system is not theirs any more.',
  auth: 'bearer',
  form: placeForm,
  response: systemPlace,
  errors: ['not_found', 'too_many_attempts'],
})

export const removePlace = endpoint({
  method: 'POST',
  path: '/api/auth/place/remove/',
  summary: 'Deletes the location of one of the caller’s systems; again, it changes nothing.',
  auth: 'bearer',
  form: z.object({ sn: serialNumber }),
  response: systemPlace,
  errors: ['not_found', 'too_many_attempts'],
})
