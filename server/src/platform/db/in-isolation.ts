import { DatabaseUnavailableError, type Sql } from './database.ts'

type Work<T> = (items: readonly T[]) => Promise<unknown>
type OnFault<T> = (item: T, error: unknown) => Promise<unknown>

/** Undoes what `work` has done if it throws. Throws DatabaseUnavailableError; resolves to any other fault, or to null. */
async function faultOf(sql: Sql, work: () => Promise<unknown>): Promise<{ readonly error: unknown } | null> {
  await sql.run('savepoint isolated')
  try {
    await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error
    await sql.run('rollback to savepoint isolated')
    return { error }
  }
  await sql.run('release savepoint isolated')
  return null
}

/**
 * Works on items together; if that fails, on each alone, so that one of them does not keep the others from it: its own work is
 * undone, and `onFault` follows. Must be called in a transaction.
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
  for (const item of items) {
    const alone = items.length === 1 ? together : await faultOf(sql, () => work([item]))
    if (alone) await onFault(item, alone.error)
  }
}
