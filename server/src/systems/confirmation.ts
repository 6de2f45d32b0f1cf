import type { Sql } from '../platform/db/database.ts'
import { claimStore } from './claim-store.ts'
import { lockFreeOwners } from './owners.ts'
import { transferOwnership } from './transfer-ownership.ts'

/** A system whose state has just been stored. */
export type ReceivedMessage = { readonly system: number; readonly receivedAt: Date }
/** `from`, `until`: by the unit's clock. `since`: the earliest instant by ours that `from` may be. */
type Span = {
  readonly system: number
  readonly from: Date
  readonly until: Date
  readonly since: Date
}
/** Resolves to the systems whose main switch was turned off and on again within their spans. */
export type FindSwitched = (spans: readonly Span[]) => Promise<number[]>

/**
 * Records which pending claims the switch has confirmed, and transfers their systems. `received`: the systems whose states
 * were just stored. Must be called in the same transaction, as its last step. Waits for nobody: what others hold is left to `completeClaims` in a later transaction.
 */
export async function confirmPendingClaims(
  sql: Sql,
  received: readonly ReceivedMessage[],
  switched: FindSwitched,
): Promise<void> {
  const store = claimStore(sql)
  const waiting = await store.waitingFor(received)
  if (waiting.length === 0) return
  const done = await switched(waiting)
  const proven = waiting.filter(({ system }) => done.includes(system))
  for (const one of proven) await store.prove(one)
  if (proven.length > 0) await completeClaims(sql)
}

/**
 * Transfers systems to the owners of claims that the switch has confirmed, unless somebody holds the row of either; resolves to
 * true if there was one. Must be called in a transaction, as its last step.
 */
export async function completeClaims(sql: Sql): Promise<boolean> {
  const store = claimStore(sql)
  const expected = await store.proven()
  if (expected.length === 0) return false
  const owners = await lockFreeOwners(
    sql,
    expected.map(({ owner }) => owner),
  )
  const systems = await store.lockFreeSystems(
    expected.flatMap(({ system, owner }) => (owners.includes(owner) ? [system] : [])),
  )
  // Once more, as what they were may have changed until it was locked.
  const held = (await store.proven()).filter(
    ({ owner, system }) => owners.includes(owner) && systems.includes(system),
  )
  for (const one of held) {
    const transferred = await transferOwnership(sql, one, { by: 'switch' }, one.provenAt)
    if (!transferred) await store.disprove(one.sn, one.owner)
  }
  return held.length > 0
}
