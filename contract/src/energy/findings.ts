import { findingNames, unknowns } from '@kellersonne/core/energy/findings/judgement'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'

const name = z.enum(findingNames)
const instant = z.iso.datetime()

/** One thing that is judged; `why` it cannot be judged, else null. */
export const findingCheck = z.object({
  name,
  verdict: z.enum(['usual', 'unusual', 'unknown']),
  why: z.nullable(z.enum(unknowns)),
})
export type FindingCheck = z.output<typeof findingCheck>

/** What a system does otherwise than it used to, with the numbers that say so: %, W or Wh. */
export const finding = z.object({
  id: z.uuid(),
  name,
  begun_at: instant,
  ended_at: z.nullable(instant),
  value: z.number(),
  usual: z.number(),
  limit: z.number(),
  points: z.array(z.object({ at: instant, value: z.number() })),
  /** An update that is offered to the system and is said to fix just that; null = none, or it is over. */
  fix: z.nullable(z.object({ chip: z.string(), version: z.string() })),
})
export type WireFinding = z.output<typeof finding>

/** What was judged of a system. */
export const systemFindings = z.object({
  sn: serialNumber,
  judged_at: z.nullable(instant),
  checks: z.array(findingCheck),
  findings: z.array(finding),
})
export type SystemFindings = z.output<typeof systemFindings>

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/auth/findings/',
  summary:
    "What the caller's systems do otherwise than they used to: findings that are open or ended within 60 days, and what was judged, or could not be.",
  auth: 'bearer',
  response: z.object({ systems: z.array(systemFindings) }),
  compressed: true,
  errors: [],
})
