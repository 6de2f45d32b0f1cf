import { severities } from '@kellersonne/core/messages/messages'
import { TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'
import { chartDay } from './charts.ts'
import { energyGap } from './counters.ts'
import { updatedPart } from './events.ts'

const quantity = z.nullable(z.number())

/** Energies (Wh) and shares (%) of a day or a whole month; null = not known. */
const balanceOfDay = {
  pv: quantity,
  import: quantity,
  feed_in: quantity,
  charge: quantity,
  discharge: quantity,
  house: quantity,
  self_sufficiency: quantity,
  self_consumption: quantity,
  /**
   * The share of all systems' quarters so far in which all counters reported, %; null if none was the caller's yet.
   */
  measured: quantity,
  /** The share of those quarters of which energies were imported, %. */
  imported: quantity,
}

export const calendarDay = z.object({
  day: z.iso.date(),
  ...balanceOfDay,
  /** Messages raised on that day, except mere states such as "on". */
  messages: z.array(
    z.object({
      sn: serialNumber,
      code: z.string(),
      severity: z.enum(severities),
      raised_at: z.iso.datetime(),
      resolved_at: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Updates that ended on that day. */
  updates: z.array(z.object({ sn: serialNumber, ended_at: z.iso.datetime(), parts: z.array(updatedPart) })),
})
export type CalendarDay = z.output<typeof calendarDay>

export const calendar = z.object({
  sn: z.union([z.literal(TOTAL), serialNumber]),
  time_zone: z.string(),
  /** `2026-06`. */
  month: z.string(),
  days: z.array(calendarDay),
  total: z.object(balanceOfDay),
  /** Part of the total, and of no day: they last over a midnight. */
  energy_gaps: z.array(energyGap),
})
export type Calendar = z.output<typeof calendar>

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/auth/calendar/',
  summary: 'Each day of the month that a date lies in: its energies, self-sufficiency, messages and updates.',
  auth: 'bearer',
  query: z.object({ sn: systemOrTotal, from_date: chartDay }),
  response: calendar,
  cached: true,
  errors: ['not_found'],
})
