import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { judgeSystems } from './judging.ts'

const POLL_MS = 60_000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Starts the job that judges each night whether systems do what they used to. */
export const openFindingJob = ({ db, log, now }: Deps, pollMs = POLL_MS) =>
  openJob({
    ...{ db, log, pollMs },
    name: 'findings',
    channel: OWNERSHIP,
    work: (sql) =>
      judgeSystems(sql, now(), (system, error) =>
        log.error({ err: error, system }, 'a system could not be judged'),
      ),
  })
