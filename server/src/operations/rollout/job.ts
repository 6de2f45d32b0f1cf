import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import type { RolloutDeps } from './operators.ts'
import { reportStop } from './stops.ts'

const POLL_MS = 5000

/** Starts the job that tells operators of releases that stopped by themselves. Processes share its work. */
export const openRolloutJob = ({ db, ...deps }: RolloutDeps & { readonly db: Db }) =>
  openJob({ db, log: deps.log, name: 'rollout', pollMs: POLL_MS, work: (sql) => reportStop(sql, deps) })
