import { getBalance } from '@kellersonne/contract/energy/balance'
import { getForecast } from '@kellersonne/contract/energy/forecast'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { openFairQueue } from '../../platform/http/fair-queue.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import { balanceOf } from './balance.ts'
import { forecastOf, totalForecast } from './expectation.ts'

type Deps = { readonly db: Db; readonly now: () => Date }

/** A few days of each system are computed quickly; nobody needs them a hundred times at once. */
const TURNS = { atOnce: 8, each: 15, all: 300, retryAfter: 2 }

/** Mounts the forecast of an owner's systems and their balance of today. */
export function forecasts(api: Api, { db, now }: Deps): void {
  const { inTurn } = openFairQueue(TURNS)

  /** Resolves to the named system, or all. */
  async function named(
    owner: string,
    sn: SerialNumber | typeof TOTAL,
  ): Promise<[OwnedSystem, ...OwnedSystem[]]> {
    const owned = await systemStore(db).ownedBy(owner)
    const [first, ...others] = sn === TOTAL ? owned : owned.filter((system) => system.sn === sn)
    if (!first) throw new ApiError('not_found')
    return [first, ...others]
  }

  mount(
    api,
    getForecast,
    inTurn(async ({ caller, query: { sn } }) => {
      const systems = await named(caller.owner, sn)
      return sn === TOTAL ? totalForecast(db, systems, now()) : forecastOf(db, systems[0], now())
    }),
  )

  mount(
    api,
    getBalance,
    inTurn(async ({ caller, query: { sn } }) => balanceOf(db, await named(caller.owner, sn), now())),
  )
}
