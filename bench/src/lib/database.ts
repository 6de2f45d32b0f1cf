import { randomBytes } from 'node:crypto'
import { type Db, openDatabase } from '@kellersonne/server/platform/db/database'
import { type EmbeddedDatabase, startEmbedded } from '@kellersonne/server/platform/db/embedded'
import { migrate } from '@kellersonne/server/platform/db/migrate'
import { readingStore } from '@kellersonne/server/telemetry/readings/store'
import type { Stage } from './stage.ts'

export type OpenDatabase = {
  readonly db: Db
  /** Variables that make a server use this database. */
  readonly env: NodeJS.ProcessEnv
}

/** A valid URL needs a host before its parameters. */
const asAddress = ({ url }: EmbeddedDatabase) => url.replace('@/', '@localhost/')

/** Starts the product's embedded PostgreSQL with the newest schema, shared by the benchmark and a server. */
export async function openSharedDatabase(stage: Stage): Promise<OpenDatabase> {
  const embedded = await startEmbedded(stage.folder)
  stage.onEnd(() => embedded.stop())
  const db = openDatabase(embedded.url)
  stage.onEnd(() => db.close())
  await migrate(db)
  await readingStore(db).makePartitions(new Date())
  return {
    db,
    env: {
      DATA_DIR: stage.folder,
      DATABASE_URL: asAddress(embedded),
      SECRET: randomBytes(32).toString('base64'),
    },
  }
}

/** Runs `work` on the database of a data folder while no server uses it. */
export async function withDatabase<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(folder)
  const db = openDatabase(embedded.url)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.close()
    await embedded.stop()
  }
}
