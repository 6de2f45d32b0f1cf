import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { makeForecasts } from './making.ts'

const POLL_MS = 15_000

/** Starts the job that keeps every owned system's forecast under a quarter old; new owners get one immediately. */
export const openForecastJob = (
  { db, log, now }: { readonly db: Db; readonly log: FastifyBaseLogger; readonly now: () => Date },
  pollMs = POLL_MS,
) =>
  openJob({
    db,
    log,
    name: 'forecast',
    channel: OWNERSHIP,
    pollMs,
    work: (sql) => makeForecasts(sql, now()),
  })
