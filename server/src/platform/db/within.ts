import type { Db, Sql } from './database.ts'

/** A database whose transactions are all part of one that is open: what fails in it must end the whole. */
export const within = (db: Db, sql: Sql): Db => ({ ...db, ...sql, transaction: (work) => work(sql) })
