import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'
import { tokens } from './sessions.ts'

/** Sign-in at a second provider: OpenID Connect, authorization code with PKCE (AUT-10). */
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

export const getProvider = endpoint({
  method: 'GET',
  path: '/api/auth/provider/',
  summary: "The second provider's name; null where none is configured.",
  auth: 'none',
  response: z.object({ name: z.nullable(z.string()) }),
  errors: [],
})

export const beginProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider/begin/',
  summary: 'Where to send the browser to sign in; a cookie remembers what was asked.',
  auth: 'none',
  form: z.object({ stay_logged_in: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({ url: z.url() }),
  errors: ['provider_unavailable', 'provider_refused', 'too_many_attempts'],
})

/**
 * signed_in: tokens. link: sign in with the password once; where nobody has confirmed the account's address
 * (`address_confirmed`), it may be another person's, and registration takes the address over. register: no known account;
 * continue with registration.
 */
export const finishProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider/finish/',
  summary: 'Takes what the provider has sent the browser back with.',
  auth: 'none',
  /** The whole query string of the URL the provider redirected to. */
  form: z.object({ query: text(4096) }),
  response: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signed_in'), ...tokens.shape, stay_logged_in: z.boolean() }),
    z.object({
      outcome: z.literal('link'),
      email: z.string(),
      ticket: z.string(),
      stay_logged_in: z.boolean(),
      address_confirmed: z.boolean(),
    }),
    z.object({ outcome: z.literal('register'), email: z.nullable(z.string()), ticket: z.string() }),
  ]),
  errors: ['provider_unavailable', 'provider_refused', 'too_many_attempts'],
})

export const linkProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider/link/',
  summary:
    'Links what was signed in with at the provider to the account of the same address, by its password.',
  auth: 'none',
  form: z.object({ ticket: text(4096), password }),
  response: z.object({ ...tokens.shape, stay_logged_in: z.boolean() }),
  /** provider_linked: another identity signs in the account. */
  errors: [
    'credentials_wrong',
    'ticket_expired',
    'provider_linked',
    'provider_unavailable',
    'too_many_attempts',
  ],
})

export const beginLink = endpoint({
  method: 'POST',
  path: '/api/auth/provider/link/begin/',
  summary:
    "Where to send the browser to sign in at the provider, to link that sign-in to the caller's account; asks for its password. A cookie remembers what was asked, for this session alone.",
  auth: 'bearer',
  form: z.object({ password }),
  response: z.object({ url: z.url() }),
  errors: [
    'password_wrong',
    'provider_linked',
    'provider_unavailable',
    'provider_refused',
    'too_many_attempts',
  ],
})

export const finishLink = endpoint({
  method: 'POST',
  path: '/api/auth/provider/link/finish/',
  summary: "Takes what the provider has sent the browser back with, and links it to the caller's account.",
  auth: 'bearer',
  /** The whole query string of the URL the provider redirected to. */
  form: z.object({ query: text(4096) }),
  response: z.object({}),
  /** identity_taken: it signs in another account. provider_linked: another identity signs in this one. */
  errors: [
    'ticket_expired',
    'identity_taken',
    'provider_linked',
    'provider_unavailable',
    'provider_refused',
    'too_many_attempts',
  ],
})

export const unlinkProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider/unlink/',
  summary: "Ends the provider's link to the caller's account, by its password; sessions continue.",
  auth: 'bearer',
  form: z.object({ password }),
  response: z.object({}),
  errors: ['password_wrong', 'too_many_attempts'],
})
