import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { SettingsFault } from '../settings/fault.ts'

const SCHEMA_VERSION = 1
const schema = `
  create table reading (at integer primary key, text text not null) strict;
  create table memory (name text primary key, text text not null) strict, without rowid;
  create table lost (reason text primary key, readings integer not null) strict, without rowid;
`
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

function versionOf(db: DatabaseSync): number {
  const version = db.prepare('pragma user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

/**
 * Opens the gateway's state file. Each transaction is on disk before it returns. Throws a `SettingsFault` that names the
 * file if it cannot be used.
 */
export function openDatabase(path: string): DatabaseSync {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path)
    chmodSync(path, 0o600)
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma locking_mode = exclusive')
    db.exec('pragma cache_size = -2000; pragma journal_size_limit = 4000000; pragma busy_timeout = 0')
    const version = versionOf(db)
    if (version > SCHEMA_VERSION) throw new Error('it was written by a newer gateway')
    if (version === 0) db.exec(`begin exclusive; ${schema} pragma user_version = ${SCHEMA_VERSION}; commit`)
    return db
  } catch (error) {
    db?.close()
    const cause = reason(error)
    throw new SettingsFault(
      cause.includes('locked')
        ? `${path} is in use: a gateway with these settings is already running.`
        : `${path} cannot be used: ${cause}. If it is damaged, move it away: the gateway then starts with an empty one.`,
    )
  }
}

/** Runs `work` in one transaction. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const made = work()
    db.exec('commit')
    return made
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}
