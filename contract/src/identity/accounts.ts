import { countries } from '@kellersonne/core/identity/countries'
import { containsAddress, meetsRules, PASSWORD_LENGTH } from '@kellersonne/core/identity/passwords'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'
import { createRule } from '../shared/rules.ts'
import { handover, serialNumber } from '../systems/systems.ts'

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_FIELD = 'picture'

const languages = ['de', 'en'] as const
const EMAIL_LENGTH = 254
export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_LENGTH), z.email())
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH.min),
    z.maxLength(PASSWORD_LENGTH.max),
    createRule(meetsRules, 'composition'),
  )
export const country = z.enum(countries)
export const lang = z.enum(languages)
export const phone = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

const isUpTo = (text: unknown, length: number): text is string =>
  typeof text === 'string' && text.length <= length

/**
 * True if a password does not contain its owner's address, or if one of the two is missing or too long: looking for one long text
 * in another takes time with the product of their lengths.
 */
export const isOwn = ({ email: address, password: secret }: { email?: unknown; password?: unknown }) =>
  !isUpTo(address, EMAIL_LENGTH) || !isUpTo(secret, PASSWORD_LENGTH.max) || !containsAddress(secret, address)
/** For checks across several fields: they run whatever else is wrong. */
export const always = { when: () => true } as const

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/password_reset/',
  summary:
    'Sends a link to choose a new password to an address, if it has an account. Never says whether it has.',
  auth: 'none',
  form: z.object({ email }),
  response: z.object({}),
  errors: ['too_many_attempts', 'mail_unavailable'],
})

const linkToken = z.string().check(z.minLength(1), z.maxLength(200))

export const checkReset = endpoint({
  method: 'POST',
  path: '/api/auth/password_reset/check/',
  summary:
    'Whether a link is still good, by its token, and if so whether the second provider signs its owner in; the link stays as it is.',
  auth: 'none',
  /** In the body: an address would be logged. */
  form: z.object({ token: linkToken }),
  response: z.object({ linked: z.boolean() }),
  errors: ['link_invalid', 'too_many_attempts'],
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/api/auth/password_reset/confirm/',
  summary:
    "Sets a new password by a link's token, which is good once and for 30 minutes; ends all sessions and, by choice, the second provider's link to the account.",
  auth: 'none',
  form: z.object({ token: linkToken, password: newPassword, unlink: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({}),
  errors: ['link_invalid', 'too_many_attempts'],
})

export const user = z.object({
  /** Empty if it was never confirmed and somebody else has confirmed it as theirs. */
  email: z.string(),
  /** true once a link sent to the address was used. Until then it gets no other mail and no password reset. */
  email_confirmed: z.boolean(),
  /** The address that replaces it once a link sent there is used. */
  pending_email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  country: z.nullable(country),
  lang,
  created_at: z.iso.datetime(),
  /** Changes with the picture; null if there is none. */
  picture: z.nullable(z.string()),
  /** true if the second provider can sign this owner in too. */
  linked: z.boolean(),
  /** null if it is not linked, or was before the server recorded when. */
  linked_since: z.nullable(z.iso.datetime()),
  /**
   * Claims waiting for their unit's switch; contested if somebody else waits for it too: then only the code helps.
   */
  claims: z.array(z.object({ sn: serialNumber, until: z.iso.datetime(), contested: z.boolean() })),
  /** Hand-overs of the caller's systems, and of others' to the caller. */
  handovers: z.array(handover),
})
export type User = z.output<typeof user>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user/',
  summary: "The caller's own data.",
  auth: 'bearer',
  response: user,
  errors: [],
})

export const changeUser = endpoint({
  method: 'POST',
  path: '/api/auth/user/',
  summary:
    "Changes the caller's own data; a new address or password asks for the current password. A new address counts once a link sent there is used; whether it has an account already is stated by mail only.",
  auth: 'bearer',
  form: z
    .object({
      email: z.optional(email),
      phone: z.optional(phone),
      country: z.optional(country),
      lang: z.optional(lang),
      password: z.optional(newPassword),
      current_password: z.optional(password),
    })
    .check(z.refine(isOwn, { path: ['password'], error: 'common', ...always })),
  response: user,
  errors: ['password_wrong', 'too_many_attempts', 'mail_unavailable'],
})

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/auth/user/picture/',
  summary: "The caller's picture.",
  auth: 'bearer',
  response: z.any(),
  download: 'image/webp',
  errors: ['not_found'],
})

export const changePicture = endpoint({
  method: 'POST',
  path: '/api/auth/user/picture/',
  summary: 'Stores a picture (PNG, JPEG or WebP), written anew without what else the file holds.',
  auth: 'bearer',
  upload: { field: PICTURE_FIELD, maxBytes: MAX_PICTURE_BYTES, tooBig: 'picture_too_big' },
  response: z.object({ picture: z.string() }),
  errors: ['picture_invalid', 'picture_too_big', 'too_many_attempts'],
})

export const removePicture = endpoint({
  method: 'POST',
  path: '/api/auth/user/picture/remove/',
  summary: "Removes the caller's picture.",
  auth: 'bearer',
  form: z.object({}),
  response: z.object({}),
  errors: [],
})

export const removeCustomer = endpoint({
  method: 'POST',
  path: '/api/auth/remove_customer/',
  summary:
    "Deletes the caller's account and all that is known of them, at once and for good. Storage data stays.",
  auth: 'bearer',
  form: z.object({ password }),
  response: z.object({}),
  errors: ['password_wrong', 'too_many_attempts'],
})

export const exportData = endpoint({
  method: 'GET',
  path: '/api/auth/export/',
  summary: 'All of the caller’s data as a ZIP of JSON and CSV.',
  auth: 'bearer',
  response: z.any(),
  download: 'application/zip',
  errors: ['too_many_attempts'],
})
