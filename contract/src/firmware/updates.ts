import { interruptions } from '@kellersonne/core/firmware/chip-update'
import { outcomes } from '@kellersonne/core/firmware/status'
import { TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { page } from '../shared/page.ts'
import { serialNumber } from '../systems/systems.ts'
import { hasUpdate, updates } from './status.ts'

const instant = z.nullable(z.iso.datetime())
/** The total is well written, and nobody's. */
const sn = z.union([serialNumber, z.literal(String(TOTAL))])

/** On the update service. The cookie says who asks, which the main service sets with every token. */
export const getHasUpdate = endpoint({
  method: 'GET',
  path: '/api/v1/has_update',
  summary: 'Whether one of the caller’s systems has an update, and how far it is.',
  auth: 'cookie',
  query: z.object({ sn }),
  response: hasUpdate,
  errors: ['origin_denied', 'not_found', 'too_many_attempts'],
})

/**
 * On the update service, after the owner's consent to what is offered. One that is under way is answered as if it had
 * just been started.
 */
export const startUpdate = endpoint({
  method: 'POST',
  path: '/api/v1/update/',
  summary: 'Starts the update of one of the caller’s systems, all of its chips in turn.',
  auth: 'cookie',
  multipart: true,
  form: z.object({ sn, update: z.literal('1') }),
  response: z.object({ updates }),
  errors: ['origin_denied', 'not_found', 'no_update', 'consent_missing', 'too_many_attempts'],
})

/** On the main service: by serial number, those of the caller's systems with an update or in the middle of one. */
export const listHasUpdate = endpoint({
  method: 'GET',
  path: '/api/v1/has_update',
  summary: 'Which of the caller’s systems have an update.',
  auth: 'bearer',
  query: z.object({ sn: z.literal('1') }),
  response: z.record(serialNumber, hasUpdate),
  errors: [],
})

const language = z.enum(['de', 'en'])
const bilingual = z.object({ de: z.string(), en: z.string() })

/** One chip of an update and the release it gets; `from` is null where the unit has not said what it runs. */
const part = z.object({
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  size: z.int(),
  sha256: z.string(),
})
export type WirePart = z.output<typeof part>

/** A chip's turn; `state` null before it has come. `deadline` is when it counts as interrupted. */
const turn = z.extend(part, {
  state: z.nullable(z.enum(['waiting', 'started', 'installed', 'finished', 'interrupted', 'cancelled'])),
  reason: z.nullable(z.enum(interruptions)),
  /** The unit's own words at the end, not for translation. */
  details: z.array(z.string()),
  begun_at: instant,
  started_at: instant,
  installed_at: instant,
  ended_at: instant,
  heard_at: instant,
  deadline: instant,
})

/** What was agreed to, when, in which words. */
const consent = z.object({
  id: z.uuid(),
  sn: serialNumber,
  at: z.iso.datetime(),
  language,
  wording: z.string(),
  parts: z.array(part),
})
export type WireConsent = z.output<typeof consent>

/** An update from its start on: under way it is what stands, afterwards the receipt (UPD-19). */
export const receipt = z.object({
  id: z.uuid(),
  sn: serialNumber,
  /** The e-mail address of who started it; null where that was somebody who had the system before. */
  by: z.nullable(z.string()),
  asked_at: z.iso.datetime(),
  ended_at: instant,
  outcome: z.enum(outcomes),
  /** false while its owner has not yet been told how it ended. */
  seen: z.boolean(),
  parts: z.array(turn),
  consent: z.nullable(consent),
})
export type Receipt = z.output<typeof receipt>

const check = z.nullable(z.boolean())
/** What must be so (null = not known), and chip after chip what would be installed (UPD-19). */
const flightPlan = z.object({
  checks: z.object({ online: z.boolean(), switched_off: check, update_mode: check, charged: check }),
  /** All of them true. */
  ready: z.boolean(),
  parts: z.array(
    z.extend(part, {
      notes: bilingual,
      /** What will be different for the owner; null where nothing is. */
      changes: z.nullable(bilingual),
      /** From its first byte to the end of its installation; null where too few have done it. */
      usual: z.nullable(z.object({ ms: z.number(), samples: z.int() })),
    }),
  ),
})

/** To be read anew whenever the live stream tells of the system. */
export const getUpdate = endpoint({
  method: 'GET',
  path: '/api/auth/update/',
  summary: 'One system’s flight plan, what stands of it, and the update that is under way or was the last.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({
    sn: serialNumber,
    /** The update service's origin. */
    service: z.string(),
    versions: z.record(z.string(), z.string()),
    status: hasUpdate,
    plan: flightPlan,
    last: z.nullable(receipt),
  }),
  errors: ['not_found'],
})

export const MAX_WORDING = 4000
const MAX_NAMES = 1000

/** Which chips get which versions, as one text. */
export const namesOf = (parts: readonly Pick<WirePart, 'chip' | 'to'>[]) =>
  parts.map(({ chip, to }) => `${chip} ${to}`).join()

/**
 * To be called before the start, with the text that the owner was shown and has agreed to. Where other parts are offered
 * by now, it is refused, and the plan is to be read anew.
 */
export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/auth/update/consent/',
  summary: 'Notes what the owner agrees to: the update of a system as it was shown, and is still offered.',
  auth: 'bearer',
  form: z.object({
    sn: serialNumber,
    lang: language,
    wording: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_WORDING)),
    /** What the plan has shown, by `namesOf`. */
    parts: z.string().check(z.minLength(1), z.maxLength(MAX_NAMES)),
  }),
  response: consent,
  errors: ['not_found', 'no_update', 'update_changed', 'too_many_attempts'],
})

export const cancelUpdate = endpoint({
  method: 'POST',
  path: '/api/auth/update/cancel/',
  summary: 'Cancels an update that still waits. One that has begun cannot be stopped.',
  auth: 'bearer',
  form: z.object({ sn: serialNumber }),
  response: receipt,
  errors: ['not_found', 'no_update', 'update_started'],
})

/** What was interrupted is `page` -1 until then. */
export const seeUpdate = endpoint({
  method: 'POST',
  path: '/api/auth/update/seen/',
  summary: 'Notes that the owner knows how an update ended.',
  auth: 'bearer',
  form: z.object({ id: z.uuid() }),
  response: receipt,
  errors: ['not_found'],
})

export const UPDATES_A_PAGE = 10

export const listUpdates = endpoint({
  method: 'GET',
  path: '/api/auth/updates/',
  summary: 'The updates of one of the caller’s systems since it is theirs, the newest first, ten a page.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber, page }),
  response: z.object({ total: z.int(), updates: z.array(receipt).check(z.maxLength(UPDATES_A_PAGE)) }),
  errors: ['not_found'],
})
