import type { ErrorCode } from '@kellersonne/contract/shared/errors'
import { initialAction } from '@kellersonne/core/firmware/chip-update'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { releaseStore } from '../releases/store.ts'
import { applyEvents } from './apply-events.ts'
import { consentStore } from './consent-store.ts'
import { updateStore } from './store.ts'
import { forgetSurplus } from './surplus.ts'
import { systemUpdates } from './system-updates.ts'
import { partsOf } from './wire.ts'

/** A consent counts for a start within this time. */
export const CONSENT_MS = 15 * 60_000

/** Starts the update of one system, in a transaction that also reads the releases. */
async function begin(sql: Sql, sn: SerialNumber, caller: Caller, at: Date): Promise<boolean> {
  const store = updateStore(sql)
  const system = await systemAccess(sql).hold(caller, 'update', sn)
  const open = await store.lockOpenAction(system.id)
  if (open) await applyEvents(sql, [open], [{ id: open.id, event: { kind: 'time', at } }])
  const [known] = await systemUpdates(sql, [system], at)
  const running = open && (await store.lockOpenAction(system.id))
  if (running && !(await store.isOf(running.run, system))) throw new ApiError('update_started')
  if (running) return false
  if (!known || known.offers.length === 0) throw new ApiError('no_update')
  const after = new Date(at.getTime() - CONSENT_MS)
  const consent = await consentStore(sql).unused(caller, system, partsOf(known), after)
  if (!consent) throw new ApiError('consent_missing')
  await forgetSurplus(sql, system.id, caller.owner)
  // An operator may be withdrawing one: then it is over before the start, or called back after it. And the updates of a
  // day may have run out.
  if (
    !(await releaseStore(sql).lockOffered(
      known.offers.map(({ id }) => id),
      at,
    ))
  )
    throw new ApiError('consent_missing')
  const parts = known.offers.map(({ id, chip }) => ({ release: id, from: known.versions[chip] ?? null }))
  const run = await store.add(system, { parts, consent: consent.id, at })
  await store.beginNext([run], at, initialAction(at).deadline)
  await announceSystems(sql, [system.id])
  return true
}

/**
 * Starts the update of a system; resolves to false if the owner's own was in progress already. Every state of the unit allows
 * a start: the checks of `core/src/firmware/plan.ts` are advice. Throws `ApiError` not_found if the system is not the
 * owner's, update_started if a former owner's is in progress, no_update, and consent_missing if the owner has not just agreed to
 * what is offered.
 */
export const startSystemUpdate = (db: Db, sn: SerialNumber, caller: Caller, at: Date): Promise<boolean> =>
  db.transaction((sql) => begin(sql, sn, caller, at))

async function callOff(sql: Sql, sn: SerialNumber, caller: Caller, at: Date): Promise<ErrorCode | null> {
  const store = updateStore(sql)
  const system = await systemAccess(sql).hold(caller, 'update', sn)
  const open = await store.lockOpenAction(system.id)
  if (!open) return 'no_update'
  const accepted = await applyEvents(sql, [open], [{ id: open.id, event: { kind: 'cancelled', at } }])
  if (accepted.get(open.id) === true) return null
  return (await store.lockOpenAction(system.id)) ? 'update_started' : 'no_update'
}

/**
 * Cancels a waiting update. Once the unit has begun it is too late: whichever comes first wins. Throws `ApiError`
 * not_found; no_update, also if the update is overdue, which is then stored; and update_started.
 */
export async function cancelSystemUpdate(db: Db, sn: SerialNumber, caller: Caller, at: Date): Promise<void> {
  const refused = await db.transaction((sql) => callOff(sql, sn, caller, at))
  if (refused) throw new ApiError(refused)
}
