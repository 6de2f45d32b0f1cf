import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import type { OnFault } from '../../platform/jobs/faults.ts'
import { removeOwnerIn } from './deletion.ts'

/** Undoes a deletion that is no longer due. */
class NoLongerDue extends Error {}

/**
 * Deletes the account that `find` names beside those already `tried`, to which it is added first: also one whose deletion takes too
 * long, which ends the transaction, must not be the first again. `isDue` is asked again once its owner is locked. Resolves to false
 * if there is none.
 */
export async function removeUntried(
  sql: Sql,
  find: (passedOver: readonly string[]) => Promise<string | undefined>,
  now: Date,
  tried: Set<string>,
  onFault: OnFault<string>,
  isDue: (owner: string) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const owner = await find([...tried])
  if (owner === undefined) return false
  tried.add(owner)
  const requireDue = async () => {
    if (!(await isDue(owner))) throw new NoLongerDue()
  }
  await inIsolation(
    sql,
    [owner],
    () => removeOwnerIn(sql, owner, now, requireDue),
    async (_, error) => error instanceof NoLongerDue || onFault(owner, error),
  )
  return true
}
