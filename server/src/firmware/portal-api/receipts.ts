import type { Receipt } from '@kellersonne/contract/firmware/updates'
import { accountStore } from '../../identity/accounts/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { consentStore } from '../runs/consent-store.ts'
import { currentRun, type StoredRun } from '../runs/update-facts.ts'
import { receiptToWire } from '../runs/wire.ts'

/** Resolves to updates of an owner's system in wire format. Throws session_required if the owner is gone. */
export async function receiptsOf(
  sql: Sql,
  owner: string,
  { sn, since }: OwnedSystem,
  runs: readonly StoredRun[],
  now: Date,
): Promise<Receipt[]> {
  const profile = await accountStore(sql).profile(owner)
  if (!profile) throw new ApiError('session_required')
  const consents = await consentStore(sql).find(runs.flatMap(({ consent }) => consent ?? []))
  const byId = new Map(consents.map((one) => [one.id, one]))
  return runs.map((run) => {
    const own = run.since.getTime() === since.getTime()
    const consent = own ? byId.get(run.consent ?? '') : undefined
    return receiptToWire(run, { sn, by: own ? profile.email : null, consent }, now)
  })
}

/** Resolves to the current or the last update; null if there was none. */
export async function lastReceipt(
  sql: Sql,
  owner: string,
  system: OwnedSystem,
  now: Date,
): Promise<Receipt | null> {
  const run = await currentRun(sql, system)
  const [receipt = null] = run ? await receiptsOf(sql, owner, system, [run], now) : []
  return receipt
}
