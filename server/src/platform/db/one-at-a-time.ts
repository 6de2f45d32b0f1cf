import type { Sql } from './database.ts'

/**
 * Returns what runs queries on one connection at a time, in order, so that whoever asks many slow ones leaves the other
 * connections to others. Once a query has failed, those behind it fail alike, without being run.
 */
export function oneAtATime(sql: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve()
  function next<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine
    return mine
  }
  return {
    rows: (...asked) => next(() => sql.rows(...asked)),
    row: (...asked) => next(() => sql.row(...asked)),
    run: (...asked) => next(() => sql.run(...asked)),
  }
}
