import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { isAmong, optionalKey } from '../systems/keys.ts'
import { claim, serialNumber } from '../systems/systems.ts'
import { always, country, email, isOwn, lang, newPassword, phone } from './accounts.ts'
import { phoneNumber } from './phone.ts'
import { tokens } from './sessions.ts'

/** The version of the terms an owner agrees to. */
export const TERMS_VERSION = '2026-11-21'

const ticket = z.string().check(z.minLength(1), z.maxLength(4096))

type Input = {
  phone?: unknown
  country?: unknown
  own_system?: unknown
  key1?: unknown
  key2?: unknown
  key3?: unknown
}
const isPhone = ({ phone: number, country: place }: Input) => {
  const where = country.safeParse(place)
  return typeof number !== 'string' || !where.success || phoneNumber(number, where.data) !== null
}
const hasKey = ({ key1, own_system: isOwnSystem }: Input) => isOwnSystem === true || Boolean(key1)
/** True if a key differs from those before it. */
const isNew = (given: unknown, ...before: unknown[]) =>
  typeof given !== 'string' ||
  !isAmong(
    given,
    before.filter((one) => typeof one === 'string'),
  )

export const registration = z
  .object({
    email,
    password: newPassword,
    phone,
    country,
    /** Required unless `own_system`. */
    key1: optionalKey,
    key2: optionalKey,
    key3: optionalKey,
    /** The owner has no unit of the maker's and connects devices of their own. */
    own_system: z.optional(z.stringbool()),
    /** The version agreed to. */
    terms: z.literal(TERMS_VERSION),
    lang,
    /** From a first sign-in at the second provider. */
    ticket: z.optional(ticket),
  })
  .check(
    z.refine(hasKey, { path: ['key1'], error: 'required', ...always }),
    z.refine(isPhone, { path: ['phone'], error: 'format', ...always }),
    z.refine(isOwn, { path: ['password'], error: 'common', ...always }),
    z.refine((input: Input) => isNew(input.key2, input.key1), {
      path: ['key2'],
      error: 'repeated',
      ...always,
    }),
    z.refine((input: Input) => isNew(input.key3, input.key1, input.key2), {
      path: ['key3'],
      error: 'repeated',
      ...always,
    }),
  )

const registered = z.object({ outcome: z.literal('registered'), ...tokens.shape, systems: z.array(claim) })

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register/',
  summary:
    'Makes an account with its first systems and signs its owner in, by the code of one of them; by serial numbers alone, sends a link that does so, whether the address has an account or not.',
  auth: 'none',
  form: registration,
  response: z.union([registered, z.object({ outcome: z.literal('mailed') })]),
  errors: ['too_many_attempts', 'too_many_waits', 'ticket_expired', 'mail_unavailable'],
})

const linkToken = z.string().check(z.minLength(1), z.maxLength(200))

export const checkRegistration = endpoint({
  method: 'POST',
  path: '/api/auth/register/check/',
  summary:
    "What a registration would make an account of, by its link's token, if the link is still good; it stays as it is. To be shown before the password is chosen: the link may have been passed on by somebody else.",
  auth: 'none',
  /** In the body: an address would be logged. */
  form: z.object({ token: linkToken }),
  response: z.object({ email: z.string(), serial_numbers: z.array(serialNumber) }),
  errors: ['link_invalid', 'too_many_attempts'],
})

export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/api/auth/register/confirm/',
  summary:
    "Ends a registration by a link's token, which is good once and for 24 hours, with the password that counts; signs its owner in.",
  auth: 'none',
  form: z.object({ token: linkToken, password: newPassword }),
  response: registered,
  errors: ['link_invalid', 'too_many_attempts', 'too_many_waits'],
})
