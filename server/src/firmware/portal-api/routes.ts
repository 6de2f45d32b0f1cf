import { fromStatus } from '@kellersonne/contract/firmware/status'
import {
  acknowledgeUpdate,
  cancelUpdate,
  getUpdate,
  giveConsent,
  listHasUpdate,
  listUpdates,
  namesOf,
  UPDATES_A_PAGE,
} from '@kellersonne/contract/firmware/updates'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { invariant } from '../../platform/invariant.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { systemAccess } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { consentStore } from '../runs/consent-store.ts'
import { cancelSystemUpdate } from '../runs/start-and-cancel.ts'
import { updateStore } from '../runs/store.ts'
import { systemUpdates } from '../runs/system-updates.ts'
import { countRuns, runsOf } from '../runs/update-facts.ts'
import { consentToWire, partsOf } from '../runs/wire.ts'
import { flightPlan } from './plan.ts'
import { lastReceipt, receiptsOf } from './receipts.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly config: Pick<Config, 'UPDATES_URL'>
}

/** Mounts the update routes of the main service: plan, consent, cancellation, receipts. */
export function updates(api: Api, { db, now, secret, config }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))

  const access = systemAccess(db)
  async function currentUpdates(system: OwnedSystem) {
    const [known] = await systemUpdates(db, [system], now())
    invariant(known, `updates: no status of system ${system.id}`)
    return known
  }
  async function ownersReceipt(owner: string, system: OwnedSystem) {
    const receipt = await lastReceipt(db, owner, system, now())
    if (!receipt) throw new ApiError('not_found')
    return receipt
  }

  mount(api, listHasUpdate, async ({ caller }) => {
    const systems = await access.all(caller, 'see')
    const all = await systemUpdates(db, systems, now())
    const rows = systems.flatMap(({ sn }, i) => {
      const status = all[i]?.status
      return status?.isNew ? [[sn, fromStatus(status)] as const] : []
    })
    return Object.fromEntries(rows)
  })

  mount(api, getUpdate, async ({ caller, query: { sn } }) => {
    const system = await access.one(caller, 'see', sn)
    const current = await currentUpdates(system)
    return {
      sn,
      service: config.UPDATES_URL,
      versions: { ...current.versions },
      status: fromStatus(current.status),
      plan: await flightPlan(db, system, current, now()),
      last: await lastReceipt(db, caller.owner, system, now()),
    }
  })

  mount(api, giveConsent, async ({ caller, form, request }) => {
    const { owner, session } = caller
    const { sn, lang, wording } = form
    await counted
      .begin([{ limit: 'consent', who: owner }], now())
      .catch(logRefusal(request, { event: 'update', owner, session }))
    const parts = partsOf(await currentUpdates(await access.one(caller, 'update', sn)))
    if (parts.length === 0) throw new ApiError('no_update')
    if (form.parts !== namesOf(parts)) throw new ApiError('update_changed')
    const consent = await consentStore(db).add(caller, sn, { at: now(), language: lang, wording, parts })
    if (!consent) throw new ApiError('not_found')
    return consentToWire(consent)
  })

  mount(api, cancelUpdate, async ({ caller, form: { sn }, request }) => {
    const { owner, session } = caller
    const system = await access.one(caller, 'update', sn)
    const event = { event: 'update_cancel', owner, session } as const
    await cancelSystemUpdate(db, sn, caller, now()).catch(logRefusal(request, event))
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return ownersReceipt(owner, system)
  })

  mount(api, acknowledgeUpdate, async ({ caller, form: { id } }) => {
    const acknowledged = await db.transaction(async (sql) => {
      const row = await updateStore(sql).acknowledge(id, caller, now())
      if (row) await announceSystems(sql, [row.system])
      return row
    })
    const system = (await access.all(caller, 'update')).find((one) => one.id === acknowledged?.system)
    if (!system) throw new ApiError('not_found')
    return ownersReceipt(caller.owner, system)
  })

  mount(api, listUpdates, async ({ caller, query: { sn, page } }) => {
    const system = await access.one(caller, 'see', sn)
    const offset = (page - 1) * UPDATES_A_PAGE
    const runs = await runsOf(db, system, { limit: UPDATES_A_PAGE, offset, newestFirst: true })
    return {
      total: await countRuns(db, system),
      updates: await receiptsOf(db, caller.owner, system, runs, now()),
    }
  })
}
