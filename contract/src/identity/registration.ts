import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'
import { isAmong, optionalCode, optionalKey } from '../systems/keys.ts'
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
}
const isPhone = ({ phone: number, country: place }: Input) => {
  const where = country.safeParse(place)
  return typeof number !== 'string' || !where.success || phoneNumber(number, where.data) !== null
}
const hasKey = ({ key1, own_system: isOwnSystem }: Input) => isOwnSystem === true || Boolean(key1)
/** Checks that the key in `field` differs from those before it. */
const isNew = (field: string, ...before: readonly string[]) =>
  z.refine<Readonly<Record<string, unknown>>>(
    (input) => {
      const [given, ...others] = [field, ...before].map((name) => input[name])
      return (
        typeof given !== 'string' ||
        !isAmong(
          given,
          others.filter((one) => typeof one === 'string'),
        )
      )
    },
    { path: [field], error: 'repeated', ...always },
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
    isNew('key2', 'key1'),
    isNew('key3', 'key1', 'key2'),
  )

const codes = { code1: optionalCode, code2: optionalCode, code3: optionalCode }
const eachOnce = [isNew('code2', 'code1'), isNew('code3', 'code1', 'code2')] as const
/** The codes of a registration that ends by a link. */
export const registrationCodes = z.object(codes).check(...eachOnce)

const registered = z.object({ outcome: z.literal('registered'), ...tokens.shape, systems: z.array(claim) })

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register/',
  summary:
    'Makes an account with its first systems and signs its owner in, by the code of one of them; by serial numbers alone, sends a link that does so, whether the address has an account or not.',
  auth: 'none',
  form: registration,
  response: z.union([registered, z.object({ outcome: z.literal('mailed') })]),
  errors: ['too_many_attempts', 'too_many_waits', 'too_many_mails', 'ticket_expired', 'mail_unavailable'],
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
  response: z.object({
    email: z.string(),
    serial_numbers: z.array(serialNumber),
    codes: z.int(),
    unconfirmed_since: z.nullable(z.iso.datetime()),
  }),
  errors: ['link_invalid', 'too_many_attempts'],
})

/** The account that has the address without having confirmed it, or one of its own, for which that one loses the address. */
const account = z.optional(z.enum(['existing', 'new']))

/** The rules for new passwords hold unless it is the one of an account that is there already. */
const isNewUnlessExisting = z.superRefine<{ account?: unknown; password: string }>((input, { addIssue }) => {
  if (input.account === 'existing') return
  for (const issue of newPassword.safeParse(input.password).error?.issues ?? [])
    addIssue({ ...issue, path: ['password'] })
})

export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/api/auth/register/confirm/',
  summary:
    "Ends a registration by a link's token, which is good once and for 24 hours, with the password that counts, or confirms the account that has its address by that account's password; signs its owner in. Codes, which were not kept, are given again here, or later in the settings.",
  auth: 'none',
  form: z.object({ token: linkToken, account, password, ...codes }).check(isNewUnlessExisting, ...eachOnce),
  response: registered,
  errors: ['link_invalid', 'password_wrong', 'too_many_attempts', 'too_many_waits'],
})
