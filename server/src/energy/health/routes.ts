import { getBatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { Db } from '../../platform/db/database.ts'
import { type Api, mount, Prepared } from '../../platform/http/mount.ts'
import { systemAccess } from '../../systems/access.ts'
import type { ChartWorker } from '../charts/chart-worker.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly answering: ChartWorker }

/** Mounts the health of batteries. */
export function batteryHealth(api: Api, { db, now, answering }: Deps): void {
  const { inTurn } = answering.turns
  const access = systemAccess(db)
  mount(
    api,
    getBatteryHealth,
    inTurn(async ({ caller, query: { sn } }) => {
      const system = await access.one(caller, 'see', sn)
      return new Prepared(await answering.answer({ of: 'health', system }, now()))
    }),
  )
}
