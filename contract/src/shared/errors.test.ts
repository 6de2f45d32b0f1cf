import { describe, expect, it } from 'vitest'
import { errorCodes, errors, problem } from './errors.ts'

describe('an error', () => {
  it.each([
    [400, ['input_invalid']],
    [401, ['session_required', 'session_expired', 'token_reused', 'credentials_wrong']],
    [403, ['password_wrong', 'provider_refused', 'origin_denied']],
    [404, ['not_found']],
    [405, ['method_not_allowed']],
    [
      409,
      [
        'unit_offline',
        'command_under_way',
        'command_unsupported',
        'no_update',
        'update_started',
        'update_changed',
        'consent_missing',
        'corrections_full',
        'import_empty',
        'imports_full',
        'earlier_full',
        'own_systems_full',
        'rules_full',
        'rule_gone',
        'passport_links_full',
        'push_full',
        'push_refused',
        'identity_taken',
        'provider_linked',
      ],
    ],
    [410, ['link_invalid', 'action_over', 'ticket_expired', 'pairing_invalid']],
    [411, ['length_required']],
    [413, ['payload_too_large', 'picture_too_big']],
    [415, ['picture_invalid', 'media_type_unsupported']],
    [416, ['range_invalid']],
    [429, ['too_many_attempts', 'too_many_waits', 'too_many_mails']],
    [500, ['internal']],
    [503, ['unavailable', 'mail_unavailable', 'provider_unavailable']],
  ])('API-13 of status %i is one of %j', (status, codes) => {
    expect(errorCodes.filter((code) => errors[code] === status)).toEqual(codes)
  })

  const reported = { type: 'about:blank', title: 'Bad Request', status: 400, code: 'input_invalid' }

  it('API-13 says its code, what is wrong by field, and when to try again', () => {
    const body = { ...reported, errors: { email: 'required', 'sn.1': 'checksum' }, retry_after: 900 }
    expect(problem.parse(body)).toEqual(body)
    expect(problem.parse(reported)).toEqual(reported)
  })

  it.each([{ code: 'teapot' }, { errors: { email: 'ugly' } }, { retry_after: 0.5 }])(
    'API-13 never says %j',
    (wrong) => {
      expect(problem.safeParse({ ...reported, ...wrong }).success).toBe(false)
    },
  )
})
