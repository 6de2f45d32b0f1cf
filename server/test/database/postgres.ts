import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    /** A data folder whose database has the newest schema and no rows. */
    dataFolder: string
  }
}

/** The embedded server, or your own: TEST_DATABASE_URL=postgres://superuser@…/kellersonne?… */
async function openServer(folder: string) {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return { url, stop: () => Promise.resolve() }
  // Crash safety makes a copy of the template take twenty times as long.
  const careless = { fsync: 'off', full_page_writes: 'off', wal_compression: 'off' }
  return startEmbedded(folder, { ...careless, max_connections: '300' })
}

async function prepareDataFolder(folder: string) {
  const database = await startEmbedded(folder)
  const db = openDatabase(database.url)
  await migrate(db)
  await db.close()
  await database.stop()
  return folder
}

/** One PostgreSQL for the whole run; each test file uses a copy of a migrated template. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'ks-'))
  const server = await openServer(folder)
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query('drop database if exists template_migrated')
  await admin.query('create database template_migrated')
  await admin.end()
  const db = openDatabase(server.url.replace('/kellersonne?', '/template_migrated?'))
  await migrate(db)
  await db.close()
  project.provide('databaseServer', server.url)
  const prepared = await mkdtemp(join(tmpdir(), 'ks-'))
  project.provide('dataFolder', await prepareDataFolder(prepared))
  return async () => {
    await server.stop()
    for (const one of [folder, prepared]) await rm(one, { recursive: true, force: true })
  }
}
