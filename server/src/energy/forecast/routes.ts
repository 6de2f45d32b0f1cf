import { getBalance } from '@kellersonne/contract/energy/balance'
import { getForecast, getRunway } from '@kellersonne/contract/energy/forecast'
import { getForecastQuality, getForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Db } from '../../platform/db/database.ts'
import { type Api, mount, Prepared } from '../../platform/http/mount.ts'
import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { systemAccess } from '../../systems/access.ts'
import { answerInTurn } from '../charts/chart-turns.ts'
import type { ChartWorker } from '../charts/chart-worker.ts'
import { type WeatherConfig, weatherSourceOf } from '../weather/provider.ts'
import { balanceOf } from './balance.ts'
import { forecastOf, totalForecast } from './expectation.ts'
import { recordOf } from './record/answers.ts'
import { qualityOf } from './record/quality.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly config: WeatherConfig
  readonly answering: ChartWorker
}

/** A few days of each system are computed quickly; nobody needs them a hundred times at once. The runway takes its year to the thread of charts. */
const TURNS = { atOnce: 8, each: 15, all: 300, retryAfter: 2 }

/** Mounts the forecast of an owner's systems and their balance of today. */
export function forecasts(api: Api, { db, now, config, answering }: Deps): void {
  const weather = weatherSourceOf(config)
  const { inTurn } = openFairQueue(TURNS)

  const access = systemAccess(db)

  mount(
    api,
    getForecast,
    inTurn(async ({ caller, query: { sn } }) => {
      const systems = await access.named(caller, 'see', sn)
      return sn === TOTAL ? totalForecast(db, systems, now()) : forecastOf(db, systems[0], now(), weather)
    }),
  )

  mount(api, getRunway, async (call) => {
    const system = await access.one(call.caller, 'see', call.query.sn)
    const question = { of: 'runway', system, provider: weather?.provider ?? null } as const
    return new Prepared(await answerInTurn(answering, call, question, now()))
  })

  mount(
    api,
    getForecastRecord,
    inTurn(async ({ caller, query: { sn, day } }) =>
      recordOf(db, await access.one(caller, 'see', sn), day, now()),
    ),
  )

  mount(
    api,
    getForecastQuality,
    inTurn(async ({ caller, query: { sn } }) => qualityOf(db, await access.one(caller, 'see', sn), now())),
  )

  mount(
    api,
    getBalance,
    inTurn(async ({ caller, query: { sn } }) => balanceOf(db, await access.named(caller, 'see', sn), now())),
  )
}
