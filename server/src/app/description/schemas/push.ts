import { pushBrowser, pushSettings } from '@kellersonne/contract/messages/push'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

export const push: NamedSchemas = {
  PushSettings: {
    schema: pushSettings,
    description: 'How alerts are shown in the caller’s browsers.',
    fields: {
      key: 'The server’s public key (VAPID) as base64url, to subscribe a browser with.',
      discreet: 'Whether notifications say only that there is something, as for a locked screen.',
      browsers: 'The browsers, the newest first.',
    },
  },
  PushBrowser: {
    schema: pushBrowser,
    description:
      'A browser that shows alerts, until the session ends in which it was added, or the password is replaced.',
    fields: {
      id: 'Its id.',
      current: 'Whether it was added in the caller’s own session.',
      endpoint_sha256:
        'The SHA-256 of its endpoint, in hexadecimal, by which a browser knows itself in the list.',
      agent: 'Its User-Agent; null if it sent none.',
      made_at: 'When it was added.',
      sent_at: 'When its push service last accepted an alert; null = never.',
    },
  },
}
