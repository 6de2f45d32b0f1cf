import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'

const flag = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((text) => text === 'true' || text === '1'),
)
const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254))
/** Of a session; opaque. */
export const refresh = z.string().check(z.minLength(1), z.maxLength(200))
export const tokens = z.object({ access: z.string(), refresh: z.string() })

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/token/',
  summary: 'Signs an owner in.',
  auth: 'none',
  form: z.object({ email, password, stay_logged_in: z._default(flag, false) }),
  response: tokens,
  errors: ['credentials_wrong', 'too_many_attempts'],
})

export const refreshTokens = endpoint({
  method: 'POST',
  path: '/api/auth/token/refresh/',
  summary: 'Exchanges a refresh token for a new access token; the refresh token rotates.',
  auth: 'none',
  form: z.object({ refresh }),
  response: tokens,
  errors: ['session_expired', 'token_reused'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout/',
  summary: 'Ends the session a refresh token belongs to. Says nothing of whether there was one.',
  auth: 'none',
  form: z.object({ refresh }),
  response: z.object({}),
  errors: [],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions/',
  summary: 'Where the caller is signed in, the newest use first.',
  auth: 'bearer',
  response: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      /** The browser's User-Agent; null if it sent none. */
      agent: z.nullable(z.string()),
      stay_logged_in: z.boolean(),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime(),
    }),
  ),
  errors: [],
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/end/',
  summary: "Ends one of the caller's sessions, and voids their pairing code.",
  auth: 'bearer',
  form: z.object({ id: z.uuid() }),
  response: z.object({}),
  errors: ['not_found'],
})
