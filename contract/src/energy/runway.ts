import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'
import { daySum } from './forecast-parts.ts'

const day = z.nullable(z.iso.date())

/** When the battery will live on the sun again, as core's `runway` explains. */
export const runway = z.object({
  /** `weather`: the next days by weather; `climate`: the course of the system's own past years. */
  basis: z.enum(['weather', 'climate']),
  /** From today on: what PV yields and the house takes, Wh. */
  days: z.array(z.object({ day: z.iso.date(), pv: daySum, load: z.number() })),
  /** What the unit itself takes in a day, Wh. */
  own: z.number(),
  /** The first of three days in a row that cover house and unit: with much sun, as expected, with little; null = later. */
  earliest: day,
  expected: day,
  latest: day,
})

export const getRunway = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/runway/',
  summary: 'When the battery of one of the caller’s systems will live on the sun again.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  /** Null if neither weather nor enough of its own past is known. */
  response: z.object({ runway: z.nullable(runway) }),
  errors: ['not_found'],
})
export type Runway = z.output<typeof runway>
