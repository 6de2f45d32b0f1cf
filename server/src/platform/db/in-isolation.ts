import { DatabaseUnavailableError, isStatementTimeout, isTooSlow, type Sql } from './database.ts'

/** Each has taken as long as a statement may. */
const MOST_SLOW = 2

type Work<T> = (items: readonly T[]) => Promise<unknown>
type OnFault<T> = (item: T, error: unknown) => Promise<unknown>

/**
 * Undoes what `work` has done if it throws. Throws DatabaseUnavailableError, unless a statement alone was too slow; resolves to
 * any other fault, or to null.
 */
async function faultOf(sql: Sql, work: () => Promise<unknown>): Promise<{ readonly error: unknown } | null> {
  await sql.run('savepoint isolated')
  try {
    await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailableError && !isTooSlow(error)) throw error
    await sql.run('rollback to savepoint isolated')
    return { error }
  }
  await sql.run('release savepoint isolated')
  return null
}

/** Handles the fault of an item; resolves to false if what that needs is locked or too slow as well: the item stays as it is. */
async function handle<T>(sql: Sql, item: T, error: unknown, onFault: OnFault<T>): Promise<boolean> {
  const again = await faultOf(sql, () => onFault(item, error))
  if (again && (again.error === error || !isTooSlow(again.error))) throw again.error
  return again === null
}

/**
 * Works on items together; if that fails, on each alone, so that one of them does not keep the others from it: its own work is
 * undone, and `onFault` follows. A locked row is its item's fault. Where statements of the first two items take too long, the
 * others are left for another time, as the database may be overloaded; where faults cannot be handled then either, or where there
 * is only one item, that is thrown. Must be called in a transaction.
 */
export async function inIsolation<T>(
  sql: Sql,
  items: readonly T[],
  work: Work<T>,
  onFault: OnFault<T>,
): Promise<void> {
  if (items.length === 0) return
  const together = await faultOf(sql, () => work(items))
  if (together === null) return
  if (items.length === 1 && isStatementTimeout(together.error)) throw together.error
  let slow = 0
  let handled = 0
  for (const [i, item] of items.entries()) {
    const alone = items.length === 1 ? together : await faultOf(sql, () => work([item]))
    if (alone === null) continue
    if (await handle(sql, item, alone.error, onFault)) handled += 1
    if (isStatementTimeout(alone.error)) slow += 1
    if (slow <= i || slow < MOST_SLOW) continue
    if (handled === 0) throw alone.error
    return
  }
}
