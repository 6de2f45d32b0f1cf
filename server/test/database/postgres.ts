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
async function openServer(folder: string, url: string | undefined) {
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
}

/** Creates the template of which each test file uses a copy. */
async function prepareTemplate(url: string) {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query('drop database if exists template_migrated')
  await admin.query('create database template_migrated')
  await admin.end()
  const db = openDatabase(url.replace('/kellersonne?', '/template_migrated?'))
  await migrate(db)
  await db.close()
}

/** One PostgreSQL for all files of a project. */
export default async function setup(project: TestProject) {
  const [folder, prepared] = await Promise.all([
    mkdtemp(join(tmpdir(), 'ks-')),
    mkdtemp(join(tmpdir(), 'ks-')),
  ])
  const url = project.config.env?.['TEST_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']
  const server = await openServer(folder, url)
  await Promise.all([prepareTemplate(server.url), prepareDataFolder(prepared)])
  project.provide('databaseServer', server.url)
  project.provide('dataFolder', prepared)
  return async () => {
    await server.stop()
    for (const one of [folder, prepared]) await rm(one, { recursive: true, force: true })
  }
}
