import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import type { RolloutDeps } from './operators.ts'
import { beginDueStage } from './stages.ts'
import { reportStop } from './stops.ts'

const POLL_MS = 5000

/**
 * Starts the job that begins releases' next stages, and notifies operators of releases that were paused automatically.
 * Each process takes the releases that no other has locked.
 */
export const openRolloutJob = ({ db, ...deps }: RolloutDeps & { readonly db: Db }) =>
  openJob({
    ...{ db, log: deps.log, name: 'rollout', pollMs: POLL_MS },
    work: async (sql) => (await reportStop(sql, deps)) || (await beginDueStage(sql, deps)),
  })
