import type { WeatherSource } from '@kellersonne/contract/energy/weather-source'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { OWNERSHIP } from '../../systems/store.ts'
import { makeForecasts } from './making.ts'

const POLL_MS = 15_000

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  /** Whose weather forecasts may be used; null: nobody's. */
  readonly weather: WeatherSource | null
}

/** Starts the job that keeps every owned system's forecast under a quarter old; new owners get one immediately. */
export function openForecastJob({ db, log, now, weather }: Deps, pollMs = POLL_MS) {
  const onFault = reportFaults(log, 'forecast', 'a forecast failed')
  return openJob({
    ...{ db, log, pollMs },
    ...{ name: 'forecast', channel: OWNERSHIP },
    work: (sql) => makeForecasts(sql, now(), weather?.provider ?? null, onFault),
  })
}
