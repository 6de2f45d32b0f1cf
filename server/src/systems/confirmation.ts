import type { Sql } from '../platform/db/database.ts'
import { claimStore } from './claim-store.ts'
import { lockOwner } from './owners.ts'
import { transferOwnership } from './transfer-ownership.ts'

/** A system whose state has just been stored. */
export type ReceivedMessage = { readonly system: number; readonly receivedAt: Date }
type Span = { readonly system: number; readonly from: Date; readonly until: Date }
/** Resolves to the systems whose unit went off and on again within its span. */
export type FindSwitched = (spans: readonly Span[]) => Promise<number[]>

/**
 * Transfers systems to the owners of pending claims whose switch has been used. `received`: the systems whose states were
 * just stored; `switched` resolves to the units that went off and on again within their spans. Must be called in the
 * same transaction, as its last step: it waits for anyone who is claiming a system or deleting their account.
 */
export async function confirmPendingClaims(
  sql: Sql,
  received: readonly ReceivedMessage[],
  switched: FindSwitched,
): Promise<void> {
  const store = claimStore(sql)
  const expected = await store.waitingFor(received)
  if (expected.length === 0) return
  for (const owner of new Set(expected.map((one) => one.owner))) await lockOwner(sql, owner)
  await store.lockSystems(expected.map(({ system }) => system))
  const waiting = await store.waitingFor(received)
  const done = await switched(waiting)
  for (const one of waiting)
    if (done.includes(one.system)) await transferOwnership(sql, one, { by: 'switch' }, one.received)
}
