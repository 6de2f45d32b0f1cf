import type { FastifyBaseLogger } from 'fastify'
import { counter } from '../metrics.ts'
import type { JobName } from './job.ts'

/** Called with a system, or an owner, for whom a job's work failed: they are left out, and tried again later. */
export type OnFault<Id = number> = (id: Id, error: unknown) => void

/** Lets the whole part of a job fail. */
export const failPart: OnFault<unknown> = (_, error) => {
  throw error
}

const ofOwners = ['alerts', 'unconfirmed', 'unused'] as const satisfies JobName[]
const ofSystems = ['findings', 'forecast', 'handovers', 'own_rules', 'sealing'] as const satisfies JobName[]
const isolating = [...ofOwners, ...ofSystems]
const owners: ReadonlySet<JobName> = new Set(ofOwners)
const left = counter(
  'job_left_out_total',
  'Systems, or owners, that a job left out as its work for them failed, while it went on for all others.',
  ['name'],
  isolating.map((name) => ({ name })),
)

/** Returns what logs those that a job leaves out, and counts them for the alarm KellersonneJobLeavesOut. */
export function reportFaults<Id = number>(
  log: Pick<FastifyBaseLogger, 'error'>,
  name: (typeof isolating)[number],
  text: string,
): OnFault<Id> {
  const what = owners.has(name) ? 'owner' : 'system'
  return (id, error) => {
    left.inc({ name })
    log.error({ err: error, [what]: id }, text)
  }
}
