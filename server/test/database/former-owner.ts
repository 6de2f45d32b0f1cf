import type { Sql } from '../../src/platform/db/database.ts'

/** Lets a system have belonged long ago to somebody whose account is gone. */
export const addFormerOwner = (sql: Sql, system: number | undefined) =>
  sql.run(`insert into ownership (system, since, until) values ($1, '2020-01-01', '2020-02-01')`, [system])
