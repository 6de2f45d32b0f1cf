import { user } from '@kellersonne/contract/identity/accounts'
import { tokens } from '@kellersonne/contract/identity/sessions'
import { problem } from '@kellersonne/contract/shared/errors'
import { ownSystem } from '@kellersonne/contract/systems/pairing'
import { claim, handover, system } from '@kellersonne/contract/systems/systems'
import { ACCESS_LIFE_MS } from '@kellersonne/core/identity/sessions'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

export const owners: NamedSchemas = {
  Problem: {
    schema: problem,
    description: 'An error (RFC 9457). Programs go by `code` alone.',
    fields: {
      type: 'Always `about:blank`.',
      title: 'The same as `code`.',
      status: 'The status of the answer.',
      code: 'What is wrong.',
      errors:
        'By field of the query or form, the first rule that it breaks; values of a repeated field by index: `sn.1`.',
      retry_after: 'Seconds to wait before the next try; missing if it is not known.',
    },
  },
  Tokens: {
    schema: tokens,
    description: 'The tokens of a session.',
    fields: {
      access: `Access token, for the header \`Authorization: Bearer …\`. It is valid for ${ACCESS_LIFE_MS / 60_000} minutes; there is no \`expires_in\`.`,
      refresh: 'Refresh token. Each refresh answers another, and the former one ends with its use.',
    },
  },
  User: {
    schema: user,
    description: 'The caller’s own data.',
    fields: {
      email: 'E-mail address; empty if it was never confirmed and somebody else has confirmed it as theirs.',
      email_confirmed: 'Whether a link sent to the address was used. Until then it gets no other mail.',
      pending_email: 'The address that replaces it once a link sent there is used; null if there is none.',
      phone: 'Telephone number; null if there is none.',
      country: 'ISO 3166-1 code of two letters; null if there is none.',
      lang: 'The language of mails.',
      created_at: 'When the account was made.',
      picture: 'Changes with the picture; null if there is none.',
      linked: 'Whether the second provider can sign this owner in.',
      linked_since: 'Since when; null if it cannot, or if that was not recorded.',
      claims: 'Systems that wait for their unit’s switch.',
      'claims.sn': 'The serial number that was entered.',
      'claims.until': 'Until when it waits.',
      'claims.contested': 'Whether somebody else waits for it too; then only the registration code helps.',
      handovers: 'Hand-overs of the caller’s systems, and of others’ to the caller.',
    },
  },
  System: {
    schema: system,
    description: 'A system of the caller.',
    fields: {
      sn: 'Its serial number.',
      phase: 'The phase that it is on: 1, 2 or 3.',
      name: 'What the caller calls it; null or missing if nothing.',
    },
  },
  OwnSystem: {
    schema: ownSystem,
    description: 'A system that the caller has paired.',
    fields: {
      sn: 'Its serial number.',
      locked_at: 'Since when its gateway is locked; null if it is not.',
    },
  },
  Claim: {
    schema: claim,
    description: 'What became of a serial number or registration code.',
    fields: {
      key: 'What was entered.',
      sn: 'The system’s serial number; null if a code is not known.',
      outcome:
        '`claimed`: it is the caller’s; `pending`: it waits for the unit to be switched off and on; `handover`: its owner may object; `yours`: it was before; `taken`: it is somebody else’s; `unknown`: no such code.',
      until: 'When a pending claim expires, or a hand-over is due; null for the others.',
      contested: 'Whether somebody else waits for it too; then the switch gives it to neither.',
    },
  },
  Handover: {
    schema: handover,
    description: 'A system that goes from its owner to who has entered its code.',
    fields: {
      sn: 'The system.',
      role: 'Whether the caller is `giving` or `taking` it.',
      until: 'When it is due, unless the owner objects before.',
      prove_by: 'Until when who takes it may use the main switch of the unit.',
      proven: 'Whether they have.',
    },
  },
}
