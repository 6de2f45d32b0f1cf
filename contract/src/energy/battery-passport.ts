import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'

/** Changes with every change that a reader of older passports could not expect. */
export const PASSPORT_SCHEMA = 'battery-values/1'
export const MOST_LINKS = 10

/** How a value is known: `estimated` from measurements, `measured`, or `reported` by the unit. */
export const passportSources = ['estimated', 'measured', 'reported'] as const

/** The data points that change over a battery's life, by their numbers in the Commission's list, and how we give them. */
export const passportFields = {
  remaining_capacity: { point: 62, unit: 'Ah' },
  remaining_energy: { point: 62, unit: 'Wh' },
  remaining_power: { point: 63, unit: 'W' },
  round_trip_efficiency: { point: 64, unit: '%' },
  self_discharge: { point: 65, unit: '%/month' },
  ohmic_resistance: { point: 66, unit: 'Ω' },
  status: { point: 67, unit: null },
  full_cycles: { point: 68, unit: null },
  deep_discharges: { point: 69, unit: null },
  overcharges: { point: 69, unit: null },
  hours_over_temperature: { point: 70, unit: 'h' },
  hours_under_temperature: { point: 70, unit: 'h' },
  hours_charging_over_temperature: { point: 70, unit: 'h' },
  hours_charging_under_temperature: { point: 70, unit: 'h' },
  hours_below_0: { point: 70, unit: 'h' },
  hours_0_to_10: { point: 70, unit: 'h' },
  hours_10_to_35: { point: 70, unit: 'h' },
  hours_35_to_45: { point: 70, unit: 'h' },
  hours_from_45: { point: 70, unit: 'h' },
  lowest_temperature: { point: 70, unit: '°C' },
  highest_temperature: { point: 70, unit: '°C' },
  soc_below_5: { point: 71, unit: '%' },
  soc_5_to_20: { point: 71, unit: '%' },
  soc_20_to_80: { point: 71, unit: '%' },
  soc_80_to_95: { point: 71, unit: '%' },
  soc_from_95: { point: 71, unit: '%' },
} as const
export type PassportField = keyof typeof passportFields
const isField = (name: string): name is PassportField => Object.hasOwn(passportFields, name)
/** In the order of the document. */
export const passportNames = Object.keys(passportFields).filter(isField)

export const passportValue = z.object({
  name: z.string(),
  /** The number of the data point. */
  point: z.int(),
  unit: z.nullable(z.string()),
  /** Null: not known here. The maker must add it. */
  value: z.nullable(z.union([z.number(), z.string()])),
  /** The true value is within so much nine times in ten; null = not stated. */
  plus_minus: z.nullable(z.number()),
  source: z.nullable(z.enum(passportSources)),
})
export type PassportValue = z.output<typeof passportValue>

export const passport = z.object({
  schema: z.literal(PASSPORT_SCHEMA),
  issued_at: z.iso.datetime(),
  /** The first day that was measured; null = none was. */
  measured_since: z.nullable(z.iso.date()),
  /** The last one. */
  measured_until: z.nullable(z.iso.date()),
  /** Null if the owner does not show it. */
  serial_number: z.nullable(serialNumber),
  /** Whether its owner has connected it: then what it reports is from software of the owner's. */
  own_system: z.boolean(),
  values: z.array(passportValue),
})
export type BatteryPassport = z.output<typeof passport>

/** `jws`: the same passport as a compact JWS (RFC 7515), signed with Ed25519. */
export const signedPassport = z.object({ passport, jws: z.string() })
export type SignedPassport = z.output<typeof signedPassport>

export const getPassport = endpoint({
  method: 'GET',
  path: '/api/auth/battery_passport/',
  summary: 'What the passport of one of the caller’s batteries can say, signed.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: signedPassport,
  errors: ['not_found'],
})

/** For how long a link shows a passport; `year` is the longest, until it is revoked. */
export const linkLives = ['hour', 'day', 'week', 'month', 'year'] as const
export type LinkLife = (typeof linkLives)[number]

export const passportLink = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Whether it shows the serial number. */
  with_serial: z.boolean(),
})
export type PassportLink = z.output<typeof passportLink>
const links = z.array(passportLink)

export const listPassportLinks = endpoint({
  method: 'GET',
  path: '/api/auth/battery_passport/links/',
  summary: 'The links by which the caller shows the passport of one of their batteries, that still work.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({ links }),
  errors: ['not_found'],
})

export const makePassportLink = endpoint({
  method: 'POST',
  path: '/api/auth/battery_passport/links/',
  summary: 'Makes a link to the passport of a battery. Its token is answered once and not kept.',
  auth: 'bearer',
  form: z.object({
    sn: serialNumber,
    lasts: z.enum(linkLives),
    with_serial: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }),
  }),
  response: z.object({ token: z.string(), links }),
  errors: ['not_found', 'passport_links_full'],
})

export const revokePassportLink = endpoint({
  method: 'POST',
  path: '/api/auth/battery_passport/links/revoke/',
  summary: 'Revokes a link: it stops working at once. Answers those that are left.',
  auth: 'bearer',
  form: z.object({ sn: serialNumber, id: z.uuid() }),
  response: z.object({ links }),
  errors: ['not_found'],
})

export const showPassport = endpoint({
  method: 'POST',
  path: '/api/passport/',
  summary: 'The passport that a link shows, to whoever has it.',
  auth: 'none',
  form: z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: signedPassport,
  errors: ['link_invalid', 'too_many_attempts'],
})
