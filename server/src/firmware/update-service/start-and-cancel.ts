import type { ErrorCode } from '@kellersonne/contract/shared/errors'
import { initialAction } from '@kellersonne/core/firmware/chip-update'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { partsOf } from '../portal-api/plan.ts'
import { applyEvents } from '../runs/apply-events.ts'
import { consentStore } from '../runs/consent-store.ts'
import { updateStore } from '../runs/store.ts'
import { systemUpdates } from '../runs/system-updates.ts'

/** A consent counts for a start within this time. */
const CONSENT_MS = 15 * 60_000

/** Starts the update of one system, in a transaction that also reads the releases. */
async function begin(sql: Sql, sn: SerialNumber, owner: string, at: Date): Promise<boolean> {
  const store = updateStore(sql)
  const held = await store.lockOwnership(sn, owner)
  if (!held) throw new ApiError('not_found')
  const open = await store.lockOpenAction(held.system)
  if (open) await applyEvents(sql, [open], [{ id: open.id, event: { kind: 'time', at } }])
  const [known] = await systemUpdates(sql, [{ id: held.system, sn, since: held.since }], at)
  if (open && (await store.lockOpenAction(held.system))) return false
  if (!known || known.offers.length === 0) throw new ApiError('no_update')
  const after = new Date(at.getTime() - CONSENT_MS)
  const consent = await consentStore(sql).unused(owner, held, partsOf(known), after)
  if (!consent) throw new ApiError('consent_missing')
  const parts = known.offers.map(({ id, chip }) => ({ release: id, from: known.versions[chip] ?? null }))
  const run = await store.add(held, { parts, consent: consent.id, at })
  await store.beginNext([run], at, initialAction(at).deadline)
  await store.announce([held.system])
  return true
}

/**
 * Starts the update of a system; resolves to false if one was in progress already. Throws `ApiError` not_found if the
 * system is not the owner's, no_update, and consent_missing if the owner has not just agreed to what is offered.
 */
export const startSystemUpdate = (db: Db, sn: SerialNumber, owner: string, at: Date): Promise<boolean> =>
  db.transaction((sql) => begin(sql, sn, owner, at))

async function callOff(sql: Sql, sn: SerialNumber, owner: string, at: Date): Promise<ErrorCode | null> {
  const store = updateStore(sql)
  const held = await store.lockOwnership(sn, owner)
  if (!held) return 'not_found'
  const open = await store.lockOpenAction(held.system)
  if (!open) return 'no_update'
  const accepted = await applyEvents(sql, [open], [{ id: open.id, event: { kind: 'cancelled', at } }])
  if (accepted.get(open.id) === true) return null
  return (await store.lockOpenAction(held.system)) ? 'update_started' : 'no_update'
}

/**
 * Cancels a waiting update. Once the unit has begun it is too late: whichever comes first wins. Throws `ApiError`
 * not_found; no_update, also if the update is overdue, which is then stored; and update_started.
 */
export async function cancelSystemUpdate(db: Db, sn: SerialNumber, owner: string, at: Date): Promise<void> {
  const refused = await db.transaction((sql) => callOff(sql, sn, owner, at))
  if (refused) throw new ApiError(refused)
}
