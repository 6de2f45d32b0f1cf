import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { imageStore } from '../../firmware/releases/images.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { updateStore } from '../../firmware/runs/store.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { StartupError } from '../../platform/config.ts'
import type { Db, Sql } from '../../platform/db/database.ts'
import { type StoredSystem, systemStore } from '../../systems/store.ts'
import { quoted, readTables, setTriggers } from '../backup/catalog.ts'
import { owner as demoOwner, readUnits, serialNumbers, unitsFile } from './demo.ts'
import { demoKeys, keyFile } from './firmware.ts'

/** The parts of the demo found in a database. */
export type DemoData = {
  readonly owner: string | null
  readonly systems: readonly StoredSystem[]
  readonly keys: readonly string[]
}

/** An account that was registered with the demo owner's address has accepted terms, and is somebody else's. */
async function findOwner(sql: Sql): Promise<string | null> {
  const account = await accountStore(sql).byEmail(demoOwner.email)
  const record = account && (await accountStore(sql).record(account.id))
  return account && record?.terms === null ? account.id : null
}

/** Recognizes units by their secrets in the data folder; those restored from a backup, by the demo owner. */
async function findSystems(sql: Sql, dataFolder: string, owner: string | null): Promise<StoredSystem[]> {
  const units = await readUnits(dataFolder)
  const found: StoredSystem[] = []
  for (const sn of serialNumbers) {
    const system = await systemStore(sql).find(sn)
    if (!system) continue
    const secret = units.find((unit) => unit.sn === sn)?.secret
    const isOwned = owner !== null && system.owner === owner
    if (isOwned || (secret !== undefined && (await systemStore(sql).authenticate(sn, secret)) !== null))
      found.push(system)
  }
  return found
}

export async function findDemo(sql: Sql, dataFolder: string): Promise<DemoData | null> {
  const owner = await findOwner(sql)
  const systems = await findSystems(sql, dataFolder, owner)
  const keys = await demoKeys(sql, dataFolder)
  return owner === null && systems.length === 0 && keys.length === 0 ? null : { owner, systems, keys }
}

/** Formats the parts for use in a sentence. */
export const nameOf = ({ owner, systems, keys }: DemoData) =>
  [
    ...(owner === null ? [] : [`the owner ${demoOwner.email}`]),
    ...(systems.length === 0 ? [] : [`the systems ${systems.map(({ sn }) => sn).join(', ')}`]),
    ...(keys.length === 0 ? [] : [`the key for releases ${keys.join(', ')}`]),
  ].join(', ')

/** Throws `StartupError` if any part of the demo is present: its password is public. */
export async function refuseDemo(sql: Sql, dataFolder: string): Promise<void> {
  const found = await findDemo(sql, dataFolder)
  if (found)
    throw new StartupError(
      `The demo is in this database (${nameOf(found)}), and everybody knows its password: delete it with "npm run cli -- demo purge --yes".`,
    )
}

/** Deletes systems and all their data, from every table there is. */
async function removeSystems(sql: Sql, systems: readonly StoredSystem[]) {
  const ids = systems.map(({ id }) => id)
  const tables = (await readTables(sql)).filter(({ columns }) => columns.includes('system')).toReversed()
  await setTriggers(sql, tables, 'disable')
  for (const { name } of tables) await sql.run(`delete from ${quoted(name)} where system = any($1)`, [ids])
  await setTriggers(sql, tables, 'enable')
  await systemStore(sql).remove(ids)
}

/** Deletes keys and their releases, also from systems' update history; resolves to the images no longer needed. */
async function deleteKeys(sql: Sql, keys: readonly string[]): Promise<string[]> {
  const store = releaseStore(sql)
  const gone = (await store.all()).filter(({ key }) => keys.includes(key))
  await updateStore(sql).forget(gone.map(({ id }) => id))
  await store.deleteKeys(keys)
  const left = new Set((await store.all()).map(({ sha256 }) => sha256))
  return gone.map(({ sha256 }) => sha256).filter((sha256) => !left.has(sha256))
}

/**
 * Deletes the parts found: first from the database, then the files, by which the demo is found again after an abort.
 * No server may be running on it.
 */
export async function purgeDemo(
  db: Db,
  dataFolder: string,
  { owner, systems, keys }: DemoData,
  now: Date,
  record: (sql: Sql) => Promise<void>,
): Promise<void> {
  const images = await db.transaction(async (sql) => {
    await removeSystems(sql, systems)
    await record(sql)
    return deleteKeys(sql, keys)
  })
  if (owner !== null) await removeOwner(db, owner, now)
  for (const sha256 of images) await imageStore(dataFolder).remove(sha256)
  for (const file of [keyFile(dataFolder), unitsFile(dataFolder)]) await rm(file, { force: true })
  await rm(join(dataFolder, 'simulator'), { recursive: true, force: true })
}
