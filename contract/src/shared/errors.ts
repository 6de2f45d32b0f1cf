import * as z from 'zod/mini'

/** API error codes and their HTTP status. The portal's texts: `web/src/platform/i18n/{de,en}/errors.ts`. */
export const errors = {
  input_invalid: 400,
  session_required: 401,
  session_expired: 401,
  token_reused: 401,
  credentials_wrong: 401,
  password_wrong: 403,
  provider_refused: 403,
  origin_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  unit_offline: 409,
  command_under_way: 409,
  command_unsupported: 409,
  no_update: 409,
  update_started: 409,
  update_changed: 409,
  consent_missing: 409,
  corrections_full: 409,
  import_empty: 409,
  imports_full: 409,
  earlier_full: 409,
  own_systems_full: 409,
  rules_full: 409,
  rule_gone: 409,
  passport_links_full: 409,
  push_full: 409,
  push_refused: 409,
  identity_taken: 409,
  provider_linked: 409,
  link_invalid: 410,
  action_over: 410,
  ticket_expired: 410,
  pairing_invalid: 410,
  length_required: 411,
  payload_too_large: 413,
  range_invalid: 416,
  picture_too_big: 413,
  picture_invalid: 415,
  media_type_unsupported: 415,
  too_many_attempts: 429,
  too_many_waits: 429,
  too_many_mails: 429,
  internal: 500,
  unavailable: 503,
  mail_unavailable: 503,
  provider_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errors
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]]

/**
 * The rule that a field broke. Each form of the portal has its own texts for the rules that its fields can break: `fault`
 * in register, user, password and settings of `web/src/platform/i18n/{de,en}/identity/`, chosen by the hooks named
 * `use…FaultText` and by `KeyInputs`.
 */
export const fieldRules = [
  'required',
  'type',
  'format',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'unknown',
  'taken',
  'repeated',
  'checksum',
  'composition',
  'common',
  'senseless',
] as const
export type FieldRule = (typeof fieldRules)[number]

/** Body of every error, `application/problem+json` (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  errors: z.optional(z.record(z.string(), z.enum(fieldRules))),
  /** Seconds to wait before the next try. */
  retry_after: z.optional(z.int()),
})
export type Problem = z.output<typeof problem>
