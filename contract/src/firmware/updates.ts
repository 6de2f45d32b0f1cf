import { interruptions } from '@kellersonne/core/firmware/chip-update'
import { outcomes } from '@kellersonne/core/firmware/status'
import { TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { page } from '../shared/page.ts'
import { serialNumber } from '../systems/systems.ts'
import { hasUpdate, updates } from './status.ts'

const instant = z.nullable(z.iso.datetime())
/** -1 parses, but matches no system (404). */
const sn = z.union([serialNumber, z.literal(String(TOTAL))])

/** On the update service. The cookie identifies the caller; the main service sets it with every token. */
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
 * On the update service, after the owner's consent to the offered parts. If an update is under way, the response is
 * as if it had just been started.
 */
export const startUpdate = endpoint({
  method: 'POST',
  path: '/api/v1/update/',
  summary: 'Starts the update of one of the caller’s systems, all of its chips in turn.',
  auth: 'cookie',
  multipart: 'only',
  form: z.object({ sn, update: z.literal('1') }),
  response: z.object({ updates }),
  errors: [
    'origin_denied',
    'not_found',
    'no_update',
    'update_started',
    'consent_missing',
    'too_many_attempts',
  ],
})

/** On the main service: the caller's systems with an update available or under way, by serial number. */
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

/** One chip of an update and the release it gets; `from` is null if the unit has not reported its version. */
export const part = z.object({
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  size: z.int(),
  sha256: z.string(),
})
export type WirePart = z.output<typeof part>

/** A chip's turn; `state` is null before it. It counts as interrupted at `deadline`. */
export const turn = z.extend(part, {
  state: z.nullable(z.enum(['waiting', 'started', 'installed', 'finished', 'interrupted', 'cancelled'])),
  reason: z.nullable(z.enum(interruptions)),
  /** The unit's own final messages, not for translation. */
  details: z.array(z.string()),
  begun_at: instant,
  started_at: instant,
  installed_at: instant,
  ended_at: instant,
  heard_at: instant,
  deadline: instant,
})

/** What the owner agreed to, when, and in which wording. */
export const consent = z.object({
  id: z.uuid(),
  sn: serialNumber,
  at: z.iso.datetime(),
  language,
  wording: z.string(),
  parts: z.array(part),
})
export type WireConsent = z.output<typeof consent>

/** An update from its start: its status while under way, afterwards its receipt (UPD-19). */
export const receipt = z.object({
  id: z.uuid(),
  sn: serialNumber,
  /** E-mail address of whoever started it; null if that was a previous owner. */
  by: z.nullable(z.string()),
  asked_at: z.iso.datetime(),
  ended_at: instant,
  outcome: z.enum(outcomes),
  /** false until its owner has been shown how it ended. */
  seen: z.boolean(),
  parts: z.array(turn),
  consent: z.nullable(consent),
})
export type Receipt = z.output<typeof receipt>

const check = z.nullable(z.boolean())
/** The preconditions (null = not known) and, chip by chip, what would be installed (UPD-19). */
export const flightPlan = z.object({
  checks: z.object({ online: z.boolean(), switched_off: check, update_mode: check, charged: check }),
  /** true if all checks are. */
  ready: z.boolean(),
  parts: z.array(
    z.extend(part, {
      notes: bilingual,
      /** What will change for the owner; null if nothing does. */
      changes: z.nullable(bilingual),
      /** From its first byte to the end of its installation; null if there are too few samples. */
      usual: z.nullable(z.object({ ms: z.number(), samples: z.int() })),
    }),
  ),
})

/** Refetch it whenever the live stream announces the system. */
export const getUpdate = endpoint({
  method: 'GET',
  path: '/api/auth/update/',
  summary:
    'One system’s flight plan, how far each check is, and the update that is under way or was the last.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({
    sn: serialNumber,
    /** Origin of the update service. */
    service: z.string(),
    versions: z.record(z.string(), z.string()),
    status: hasUpdate,
    plan: flightPlan,
    last: z.nullable(receipt),
  }),
  errors: ['not_found'],
})

/** In characters. With names and versions as long as any, the portal's words take 400, and 130 for each of up to twenty chips. */
const MAX_WORDING = 4000
/** In characters: owners agree to what a release changes for them, and five chips' changes must fit into a wording. */
export const MAX_CHANGES = 500
const MAX_NAMES = 1000

/** Encodes which chips get which versions as one text. */
export const namesOf = (parts: readonly Pick<WirePart, 'chip' | 'to'>[]) =>
  parts.map(({ chip, to }) => `${chip} ${to}`).join()

/**
 * Call it before the start, with the text that the owner was shown and agreed to. It fails if other parts are offered
 * by now; the plan must then be refetched.
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
    /** The parts that the plan showed, encoded by `namesOf`. */
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

/** Until then, an interrupted update has `page` -1. */
export const acknowledgeUpdate = endpoint({
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
