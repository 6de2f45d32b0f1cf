import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { judgeHours } from './hours.ts'
import { judgeSystems } from './judging.ts'

const POLL_MS = 60_000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Starts the job that judges each night, and each hour as far as hours can tell, whether systems do what they used to. */
export function openFindingJob({ db, log, now }: Deps, pollMs = POLL_MS) {
  const onFault = reportFaults(log, 'findings', 'a system could not be judged')
  return openJob({
    ...{ db, log, pollMs },
    ...{ name: 'findings', channel: OWNERSHIP },
    work: async (sql) => (await judgeSystems(sql, now(), onFault)) || judgeHours(sql, now(), onFault),
  })
}
