import { commandNames, commandStates } from '@kellersonne/core/control/commands'
import { severities } from '@kellersonne/core/messages/messages'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'
import { chartDay } from './charts.ts'
import { correctionValues } from './corrections.ts'

const instant = z.iso.datetime()
/** When it began and ended; null = before the system was the caller's, or not ended yet. */
const span = { sn: serialNumber, from: z.nullable(instant), until: z.nullable(instant) }

/** A chip that was to be updated; `from` is null if the unit had not reported its version. */
export const updatedPart = z.object({
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  installed: z.boolean(),
})
export type UpdatedPart = z.output<typeof updatedPart>

/** An event of a system. */
export const chartEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    ...span,
    code: z.string(),
    severity: z.enum(severities),
    count: z.nullable(z.int()),
  }),
  /** No data arrived for these quarters. */
  z.object({ kind: z.literal('offline'), ...span }),
  /** The number of days to the next calibration went up. */
  z.object({ kind: z.literal('calibration'), ...span }),
  /** Readings of this day arrived after it was over, the last of them at `heard_at`. */
  z.object({ kind: z.literal('late'), ...span, heard_at: instant }),
  z.object({
    kind: z.literal('command'),
    ...span,
    command: z.enum(commandNames),
    state: z.enum(commandStates),
  }),
  /** An update that has ended; dated from its start. */
  z.object({ kind: z.literal('update'), ...span, parts: z.array(updatedPart) }),
  /** A correction that applies; one that gives a counter's values begins and ends at their instant. */
  z.object({ kind: z.literal('correction'), ...span, ...correctionValues }),
])
export type ChartEvent = z.output<typeof chartEvent>

export const MAX_EVENTS = 500
/** A year: the longest period of the charts. */
const MOST_DAYS = 366
const DAY_MS = 86_400_000

export const getEvents = endpoint({
  method: 'GET',
  path: '/api/auth/events/',
  summary:
    'What happened at a system, or at all (-1), from a day on and before another, 366 days at most; the oldest first.',
  auth: 'bearer',
  query: z.object({ sn: systemOrTotal, from_date: chartDay, until_date: chartDay }).check(
    z.refine(({ from_date, until_date }) => from_date < until_date, {
      error: 'too_small',
      path: ['until_date'],
    }),
    z.refine(
      ({ from_date, until_date }) => Date.parse(until_date) - Date.parse(from_date) <= MOST_DAYS * DAY_MS,
      {
        error: 'too_big',
        path: ['until_date'],
      },
    ),
  ),
  /** `more`: there were more events than returned. */
  response: z.object({ events: z.array(chartEvent), more: z.boolean() }),
  cached: true,
  errors: ['not_found'],
})
