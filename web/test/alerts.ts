import type { AlertSettings, WireAlert } from '@kellersonne/contract/messages/alerts'
import type { OwnRules, StoredRule } from '@kellersonne/contract/messages/own-rules'
import type { PushSettings } from '@kellersonne/contract/messages/push'
import { serialNumber } from '@kellersonne/contract/systems/systems'

export const ALERTS = '/api/auth/alerts/'
export const SETTINGS = '/api/auth/alerts/settings/'
export const PUSH = '/api/auth/push/'
const sn = (text: string) => serialNumber.parse(text)

/** An alert of an active fault that was announced. */
export const wireAlert = (more: Partial<WireAlert> = {}): WireAlert => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', sn: sn('1001'), cause: 'fault', topic: 'fault' },
  ...{ begun_at: '2026-06-18T07:00:00.000Z', raised_at: '2026-06-18T07:01:00.000Z' },
  ...{ ended_at: null, over_at: null, wavering: false, count: 1, rounds: 1, hold: null, muted_until: null },
  ...{ code: 'relay', share: null, scope: null, rule: null, chips: [], finding: null, storm: null },
  notices: [
    {
      ...{ kind: 'begun', channel: 'email', at: '2026-06-18T07:01:00.000Z' },
      ...{ address: 'anna@example.org', outcome: 'sent', settled_at: '2026-06-18T07:01:03.000Z' },
    },
  ],
  ...more,
})

export const RULES = '/api/auth/alerts/rules/'
export const wireRule = (more: Partial<StoredRule> = {}): StoredRule => ({
  ...{ id: '00000000-0000-4000-8000-00000000000a', sn: sn('1001'), quantity: 'soc', comparison: 'below' },
  ...{ threshold: 20, minutes: 10, created_at: '2026-06-01T07:00:00.000Z', fulfilled_since: null },
  ...more,
})
export const wireRules = (...rules: OwnRules['rules']): OwnRules => ({ rules, most: 10 })
export const wirePush = (more: Partial<PushSettings> = {}): PushSettings => ({
  ...{ key: 'BKey', discreet: false, browsers: [] },
  ...more,
})

export const wireSettings = (more: Partial<AlertSettings> = {}): AlertSettings => ({
  quiet: true,
  reachable: true,
  choices: [
    ...['1001', '1002', '1003'].flatMap((one) =>
      (['fault', 'warning', 'grid', 'silent', 'battery', 'update'] as const).map((topic) => ({
        ...{ sn: sn(one), topic, email: true, push: true },
      })),
    ),
    { sn: null, topic: 'sign_in', email: true, push: true },
  ],
  ...more,
})
