import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'

async function administer(statement: string) {
  const admin = new pg.Client(inject('databaseServer'))
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** Creates a separate database with the newest schema and no rows; or, from `template0`, a completely empty one. */
export async function testDatabase(template: 'template_migrated' | 'template0' = 'template_migrated') {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const url = inject('databaseServer').replace('/kellersonne?', `/${name}?`)
  const db = openDatabase(url)
  return {
    db,
    url,
    async close() {
      await db.close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}
