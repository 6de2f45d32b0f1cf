import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { removeOwnerIn } from './deletion.ts'

/** Called with what keeps an account from being deleted. */
export type OnFault = (error: unknown) => void

/**
 * Deletes the account that `find` names beside those already `tried`, to which it is added first: also one whose deletion takes too
 * long, which ends the transaction, must not be the first again. Resolves to false if there is none.
 */
export async function removeUntried(
  sql: Sql,
  find: (passedOver: readonly string[]) => Promise<string | undefined>,
  now: Date,
  tried: Set<string>,
  onFault: OnFault,
): Promise<boolean> {
  const found = await find([...tried])
  if (found === undefined) return false
  tried.add(found)
  await inIsolation(
    sql,
    [found],
    () => removeOwnerIn(sql, found, now),
    async (_, error) => onFault(error),
  )
  return true
}
