import { chmodSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
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

/** What a start writes at most. */
const ROOM = 200_000

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
/** Says why a state file cannot be used, and what to do. SQLite does not always name a full disk. `free`: bytes. */
export function unusable(path: string, cause: string, free: number): string {
  if (cause.includes('locked')) return `${path} is in use: a gateway with these settings is already running.`
  const couldBeFull = /disk I\/O|unable to open/.test(cause) && free < ROOM
  if (couldBeFull || cause.includes('disk is full'))
    return `${path} cannot be used because the disk is full. Free some space, and leave the file where it is: readings wait in it.`
  return `${path} cannot be used: ${cause}. If it is damaged, move it away: the gateway then starts with an empty one.`
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
    // Locked first, no shared memory is needed, so that a gateway starts on a full disk.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    db.exec('pragma cache_size = -2000; pragma journal_size_limit = 4000000; pragma busy_timeout = 0')
    const version = versionOf(db)
    if (version > SCHEMA_VERSION) throw new Error('it was written by a newer gateway')
    if (version === 0) db.exec(`begin exclusive; ${schema} pragma user_version = ${SCHEMA_VERSION}; commit`)
    return db
  } catch (error) {
    db?.close()
    throw new SettingsFault(unusable(path, reason(error), freeBytes(path)))
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
