import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { makeForecasts } from './making.ts'

const POLL_MS = 15_000

/**
 * Starts the job that keeps the forecast of every owned system less than a quarter old; a new owner gets one
 * immediately.
 */
export const openForecastJob = (
  { db, log, now }: { readonly db: Db; readonly log: FastifyBaseLogger; readonly now: () => Date },
  pollMs = POLL_MS,
) =>
  openJob({
    db,
    log,
    lock: 'forecast',
    channel: OWNERSHIP,
    pollMs,
    work: (sql) => makeForecasts(sql, now()),
  })
