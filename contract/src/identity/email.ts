import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'
import { refresh } from './sessions.ts'

const token = z.string().check(z.minLength(1), z.maxLength(200))

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm/',
  summary:
    "Confirms an address by the token of a link sent there and the account's password; a changed address counts from then on. The first of an account ends its sessions, but for that of the refresh token, and sign-ins at the provider.",
  auth: 'none',
  /** `refresh`: of the caller's session, if there is one. */
  form: z.object({ token, password, refresh: z.optional(refresh) }),
  response: z.object({ email: z.string() }),
  errors: ['link_invalid', 'password_wrong', 'too_many_attempts'],
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email/undo/',
  summary:
    'Gives an account its former address back, by the token of a link sent there, good for seven days; ends all sessions and sign-ins at the provider, voids the password and sends a link to choose a new one.',
  auth: 'none',
  form: z.object({ token }),
  response: z.object({ email: z.string() }),
  errors: ['link_invalid', 'too_many_attempts'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/email/resend/',
  summary: "Sends another link to the caller's unconfirmed address, or to the one they want to change to.",
  auth: 'bearer',
  form: z.object({}),
  response: z.object({}),
  errors: ['too_many_attempts', 'mail_unavailable', 'not_found'],
})
