import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../platform/db/database.ts'
import { openJob } from '../platform/jobs/job.ts'
import { systemStore } from './store.ts'

const POLL_MS = 30_000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Starts the job that forgets replaced secrets when their time is over, and disconnects whoever still uses one. */
export const openFormerSecrets = ({ now, ...deps }: Deps, pollMs = POLL_MS) =>
  openJob({
    ...deps,
    ...{ name: 'secrets', pollMs },
    async work(sql) {
      await systemStore(sql).endFormerSecrets(now())
      return false
    },
  })
