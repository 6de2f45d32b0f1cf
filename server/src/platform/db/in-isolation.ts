import { DatabaseUnavailableError, isStatementTimeout, isTooSlow, type Sql } from './database.ts'

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

/** Handles the fault of an item, unless what that needs is locked as well: the item stays as it is. */
async function handle<T>(sql: Sql, item: T, error: unknown, onFault: OnFault<T>): Promise<void> {
  const again = await faultOf(sql, () => onFault(item, error))
  if (again && (again.error === error || !isTooSlow(again.error))) throw again.error
}

/**
 * Works on items together; if that fails, on each alone, so that one of them does not keep the others from it: its own work is
 * undone, and `onFault` follows. A locked row is its item's fault; where statements of the first two items, or of the only one,
 * take too long, the database is overloaded, and that is thrown. Must be called in a transaction.
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
  const slow: unknown[] = []
  for (const [i, item] of items.entries()) {
    const alone = items.length === 1 ? together : await faultOf(sql, () => work([item]))
    if (alone === null) continue
    if (isStatementTimeout(alone.error)) slow.push(alone.error)
    if (slow.length > i && slow.length >= Math.min(items.length, 2)) throw alone.error
    await handle(sql, item, alone.error, onFault)
  }
}
