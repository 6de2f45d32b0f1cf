import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { judgeHours } from './hours.ts'
import { judgeSystems } from './judging.ts'

const POLL_MS = 60_000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Starts the job that judges each night, and each hour as far as hours can tell, whether systems do what they used to. */
export const openFindingJob = ({ db, log, now }: Deps, pollMs = POLL_MS) =>
  openJob({
    ...{ db, log, pollMs },
    name: 'findings',
    channel: OWNERSHIP,
    async work(sql) {
      const onFault = (system: number, error: unknown) =>
        log.error({ err: error, system }, 'a system could not be judged')
      return (await judgeSystems(sql, now(), onFault)) || judgeHours(sql, now(), onFault)
    },
  })
