import { type EpisodePart, MOST_EPISODES } from '@kellersonne/core/messages/episodes'
import { type Message, severities } from '@kellersonne/core/messages/messages'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { page } from '../shared/page.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'
import type { MessageList, StatePayload } from '../telemetry/device.ts'

/** SHL-08. */
export const MESSAGES_A_PAGE = 10
/** How many of a list, its first ones, pages show. */
export const MOST_LISTED = MOST_EPISODES

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
const instant = z.nullable(z.iso.datetime())

/**
 * One episode of a code at one system. `raised_at` and `count`, how often it was raised, are null if it began before
 * the system was the caller's; `resolved_at` is null while it is active.
 */
export const message = z.object({
  sn: serialNumber,
  code: z.string(),
  severity: z.enum(severities),
  raised_at: instant,
  resolved_at: instant,
  count: z.nullable(z.int()),
})
export type WireMessage = z.output<typeof message>

/** `open`: active messages except mere states such as "on", or the others; `total`: of all, listed or not. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/auth/messages/',
  summary: `Messages of one of the caller's systems, or of all (${TOTAL}): the open ones first, then the newest.`,
  auth: 'bearer',
  query: z.object({
    sn: z._default(systemOrTotal, TOTAL),
    page,
    open: z.optional(flag),
    severity: z.optional(z.enum(severities)),
    /** False: without mere states such as "on", unless one is the single code. */
    states: z._default(flag, true),
    /** A single code, whatever its severity. */
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
  response: z.object({ total: z.int(), messages: z.array(message).check(z.maxLength(MESSAGES_A_PAGE)) }),
  compressed: true,
  errors: ['not_found'],
})
export type MessagePage = z.output<typeof listMessages.response>

/** An episode of one of the caller's systems. */
export type SystemEpisode = EpisodePart & { readonly sn: SerialNumber }

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** Converts an episode from the wire format. */
export const toEpisode = ({ sn, code, raised_at, resolved_at, count }: WireMessage): SystemEpisode => ({
  sn,
  code,
  raisedAt: toDate(raised_at),
  resolvedAt: toDate(resolved_at),
  count,
})

/** Converts a unit's lists to the messages active by them; an unknown list adds none. */
export const toMessages = ({ message1, message2, errors }: Pick<StatePayload, MessageList>): Message[] => [
  ...[...(message1 ?? []), ...(message2 ?? [])].map((code) => ({ code, since: null })),
  ...(errors ?? []).map(({ code, at }) => ({ code: String(code), since: at })),
]
