import { getBatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { Db } from '../../platform/db/database.ts'
import { type Api, mount, Prepared } from '../../platform/http/mount.ts'
import { systemAccess } from '../../systems/access.ts'
import { answerInTurn } from '../charts/chart-turns.ts'
import type { ChartWorker } from '../charts/chart-worker.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly answering: ChartWorker }

/** Mounts the health of batteries. */
export function batteryHealth(api: Api, { db, now, answering }: Deps): void {
  const access = systemAccess(db)
  mount(api, getBatteryHealth, async (call) => {
    const system = await access.one(call.caller, 'see', call.query.sn)
    return new Prepared(await answerInTurn(answering, call, { of: 'health', system, asSent: false }, now()))
  })
}
