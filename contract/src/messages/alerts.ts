import { notices } from '@kellersonne/core/messages/alerts/alert'
import { type AlertTopic, alertCauses, alertTopics } from '@kellersonne/core/messages/alerts/causes'
import { holds } from '@kellersonne/core/messages/alerts/hold'
import { outageScopes } from '@kellersonne/core/messages/alerts/outage'
import { mutes } from '@kellersonne/core/messages/alerts/quiet'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { page } from '../shared/page.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'
import { ownRule } from './own-rules.ts'

export const ALERTS_A_PAGE = 10

const instant = z.iso.datetime()
const maybe = z.nullable(instant)
const yes = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/** How alerts reach owners: by mail, or as notifications in their browsers. */
export const channels = ['email', 'push'] as const
export type AlertChannel = (typeof channels)[number]

/**
 * The result of a notice: sent; over, or no longer the owner's, before it could be sent; refused by the mail server
 * or push service for good, or given up after a day (`failed`); null = it is on its way.
 */
export const noticeOutcomes = ['sent', 'over', 'failed'] as const

export const alertNotice = z.object({
  kind: z.enum(notices),
  channel: z.enum(channels),
  at: instant,
  /** The mail address, or the browser's User-Agent. */
  address: z.nullable(z.string()),
  outcome: z.nullable(z.enum(noticeOutcomes)),
  settled_at: maybe,
})

/** A storm that is forecast; `gust` in m/s, `gust_at`: the hour of it; `soc` in %, expected when it begins, null = not known. */
export const alertStorm = z.object({
  gust: z.number(),
  gust_at: instant,
  begins_at: instant,
  ends_at: instant,
  soc: z.nullable(z.number()),
})
export type AlertStorm = z.output<typeof alertStorm>

/** An alert. `sn` is null if it concerns the account; `over_at` while it may go on; `hold`: why no notice is sent now. */
export const alert = z.object({
  id: z.uuid(),
  sn: z.nullable(serialNumber),
  cause: z.enum(alertCauses),
  topic: z.enum(alertTopics),
  begun_at: instant,
  raised_at: instant,
  ended_at: maybe,
  over_at: maybe,
  wavering: z.boolean(),
  /** How often the cause has come; of sign-ins beyond those listed one by one, how many there were. */
  count: z._default(z.int(), 1),
  rounds: z.int(),
  hold: z.nullable(z.enum(holds)),
  muted_until: maybe,
  /** The message that a unit reported. */
  code: z.nullable(z.string()),
  /** The share of all systems in % that were silent, too, if it was a mass outage. */
  share: z.nullable(z.int()),
  /** Of which systems that is the share; null without one. */
  scope: z.nullable(z.enum(outageScopes)),
  /** The owner's own rule that was fulfilled. */
  rule: z.nullable(ownRule),
  /** The chips of an update, with their versions. */
  chips: z.array(z.string()),
  /** What a system does otherwise than it used to, as findings name it. */
  finding: z.nullable(z.string()),
  /** The storm that is forecast. */
  storm: z.nullable(alertStorm),
  notices: z.array(alertNotice),
})
export type WireAlert = z.output<typeof alert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/auth/alerts/',
  summary: "The caller's alerts: those that are not over first, then the newest.",
  auth: 'bearer',
  query: z.object({ page }),
  response: z.object({
    total: z.int(),
    /** How many are not over. */
    open: z.int(),
    alerts: z.array(alert).check(z.maxLength(ALERTS_A_PAGE)),
  }),
  compressed: true,
  errors: [],
})
export type AlertPage = z.output<typeof listAlerts.response>

/** A claim is always mailed: whoever misses it may lose their system. */
export const isChosen = (topic: AlertTopic) => topic !== 'claim'
export const chosenTopics = alertTopics.filter(isChosen)
const topic = z.enum(chosenTopics)

export const alertChoice = z.object({
  sn: z.nullable(serialNumber),
  topic,
  email: z.boolean(),
  push: z.boolean(),
})
export type AlertChoice = z.output<typeof alertChoice>

export const alertSettings = z.object({
  /** From 22:00 to 7:00 on the system's clocks, only urgent notices are sent. */
  quiet: z.boolean(),
  /** Whether mails reach the caller: the address is confirmed, and the server sends mails. */
  reachable: z.boolean(),
  /** Each topic at each system; `sn` is null for what concerns the account. */
  choices: z.array(alertChoice),
})
export type AlertSettings = z.output<typeof alertSettings>

export const getAlertSettings = endpoint({
  method: 'GET',
  path: '/api/auth/alerts/settings/',
  summary:
    'What the caller is notified of by e-mail and in their browsers, for which of their systems, and when.',
  auth: 'bearer',
  response: alertSettings,
  errors: [],
})

export const chooseAlerts = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/settings/',
  summary:
    "Switches one topic on or off, at one system, at all of the caller's (`sn` -1) or at the account (no `sn`); what is left out stays. Answers all settings.",
  auth: 'bearer',
  form: z.object({ sn: z.optional(systemOrTotal), topic, email: z.optional(yes), push: z.optional(yes) }),
  response: alertSettings,
  errors: ['not_found'],
})

export const setQuietHours = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/quiet/',
  summary: 'Switches quiet hours on or off. Answers all settings.',
  auth: 'bearer',
  form: z.object({ quiet: yes }),
  response: alertSettings,
  errors: [],
})

export const muteAlert = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/mute/',
  summary:
    'Mutes one alert of the caller that is not over, or ends its mute (`none`). `always` switches its topic off at its system; for a claim it is `input_invalid`.',
  auth: 'bearer',
  form: z.object({ id: z.uuid(), mute: z.enum([...mutes, 'none']) }),
  response: alert,
  errors: ['not_found'],
})

export const muteByLink = endpoint({
  method: 'POST',
  path: '/api/alerts/mute/',
  summary: 'Mutes all alerts of a mail, by the token of the link in it; works for 30 days.',
  auth: 'none',
  form: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), mute: z.enum(mutes) }),
  response: z.object({ muted: z.int() }),
  errors: ['link_invalid', 'too_many_attempts'],
})

/** What mail programs send to the address in the header `List-Unsubscribe` (RFC 8058). */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/alerts/unsubscribe/',
  summary: 'Ends the e-mails about all topics of a mail, by the token in its headers; works for 30 days.',
  auth: 'none',
  multipart: 'accepted',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  form: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  response: z.object({ muted: z.int() }),
  errors: ['link_invalid', 'too_many_attempts'],
})
