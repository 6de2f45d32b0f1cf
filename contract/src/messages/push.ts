import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'

/** How many browsers of an account show its alerts. */
export const MOST_BROWSERS = 10

const instant = z.iso.datetime()
const yes = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/**
 * A browser's subscription, as the Push API has it: where to send, a point of P-256 (65 bytes, uncompressed) and a secret of
 * 16 bytes, which are also what proves that somebody has that browser.
 */
const subscription = {
  endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
}

export const pushBrowser = z.object({
  id: z.uuid(),
  /** Whether it was added in the caller's own session. */
  current: z.boolean(),
  /** SHA-256 of its endpoint, in hexadecimal: by this, a browser knows itself. */
  endpoint_sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  /** Its User-Agent; null if it sent none. */
  agent: z.nullable(z.string()),
  made_at: instant,
  sent_at: z.nullable(instant),
})
export type PushBrowser = z.output<typeof pushBrowser>

export const pushSettings = z.object({
  /** The server's public key (VAPID), which browsers subscribe with. */
  key: z.string(),
  discreet: z.boolean(),
  browsers: z.array(pushBrowser),
})
export type PushSettings = z.output<typeof pushSettings>

export const getPush = endpoint({
  method: 'GET',
  path: '/api/auth/push/',
  summary: "The browsers that show the caller's alerts, and the key to add one with.",
  auth: 'bearer',
  response: pushSettings,
  errors: [],
})

export const addBrowser = endpoint({
  method: 'POST',
  path: '/api/auth/push/',
  summary:
    'Has a browser show alerts until the session ends, or the password is replaced. One that another session or account had is taken from it, as its secret proves. Answers all settings.',
  auth: 'bearer',
  form: z.object(subscription),
  response: pushSettings,
  errors: ['push_refused', 'push_full', 'too_many_attempts'],
})

export const removeBrowser = endpoint({
  method: 'POST',
  path: '/api/auth/push/remove/',
  summary: "Has one of the caller's browsers show alerts no more. Answers all settings.",
  auth: 'bearer',
  form: z.object({ id: z.uuid() }),
  response: pushSettings,
  errors: ['not_found'],
})

/** A push service's response: accepted; the browser is gone, and was removed; refused; not reached in time. */
export const pushVerdicts = ['sent', 'gone', 'refused', 'away'] as const
export type PushVerdict = (typeof pushVerdicts)[number]

export const testBrowser = endpoint({
  method: 'POST',
  path: '/api/auth/push/test/',
  summary: "Sends one of the caller's browsers a notification to try.",
  auth: 'bearer',
  form: z.object({ id: z.uuid() }),
  response: z.object({ verdict: z.enum(pushVerdicts) }),
  errors: ['not_found', 'too_many_attempts'],
})

export const setDiscreet = endpoint({
  method: 'POST',
  path: '/api/auth/push/discreet/',
  summary: 'Whether notifications leave out what they are about. Answers all settings.',
  auth: 'bearer',
  form: z.object({ discreet: yes }),
  response: pushSettings,
  errors: [],
})

export const renewBrowser = endpoint({
  method: 'POST',
  path: '/api/push/renew/',
  summary:
    'Replaces the subscription of a browser whose push service has issued a new one; the old one proves that it is that browser.',
  auth: 'none',
  form: z.object({
    ...subscription,
    old_endpoint: subscription.endpoint,
    old_auth: subscription.auth,
  }),
  response: z.object({}),
  errors: ['not_found', 'push_refused', 'too_many_attempts'],
})
