import type { Command } from 'commander'
import * as z from 'zod/mini'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { addOffline, type Context, type Place } from './command.ts'

async function applyAll({ url }: Place) {
  const db = openDatabase(url, { size: 1, patient: true })
  const applied = await migrate(db).finally(() => db.close())
  const text =
    applied.length > 0 ? applied.map((name) => `applied ${name}`).join('\n') : 'There was nothing to do.'
  return { json: { applied }, text }
}

/** `migrate`. */
export function migrateCommand(program: Command, { print, withPlace }: Context): void {
  addOffline(program, print, {
    usage: 'migrate',
    summary:
      'brings the database to the newest schema and says what that took; a server that starts does the same',
    input: z.object({}),
    work: () => withPlace(applyAll),
  })
}
