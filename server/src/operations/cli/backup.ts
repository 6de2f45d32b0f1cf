import { basename } from 'node:path'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { withConnection } from '../../platform/db/connection.ts'
import type { Sql } from '../../platform/db/database.ts'
import { auditStore, type Change } from '../audit/store.ts'
import { noteBackup } from '../backup/last.ts'
import { restoreBackup } from '../backup/restore.ts'
import { writeBackup } from '../backup/write.ts'
import { addOffline, type Context, type Place, reasonIn, WHY } from './command.ts'
import { list } from './table.ts'

const saved = z.object({ file: z.string(), images: z._default(z.boolean(), true) })
const restored = z.object({ file: z.string(), replace: z._default(z.boolean(), false) })

async function backup({ file, images }: z.output<typeof saved>, place: Place) {
  const { manifest, bytes } = await writeBackup(
    {
      ...place,
      secret: await place.readSecret(),
      secretIsKept: place.keepsSecret,
      withImages: images,
    },
    file,
  )
  await withConnection(place.url, (sql) => noteBackup(sql, { madeAt: place.now, bytes }))
  const output = { file, bytes, made_at: manifest.made_at, tables: manifest.tables.length }
  return {
    json: output,
    text: `${list(output)}\n\nIt holds personal data and keys: encrypt it before it leaves this machine.`,
  }
}

/** Restores, and adds to the audit of the restored database that this was done. */
async function restore(
  { file, replace }: z.output<typeof restored>,
  place: Place,
  record: (sql: Sql, change: Omit<Change, 'action'>) => Promise<void>,
) {
  const { manifest, rows, migrated } = await restoreBackup(file, {
    ...place,
    secret: place.givenSecret,
    replace,
  })
  const json = { file, made_at: manifest.made_at, tables: manifest.tables.length, rows, migrated }
  await withConnection(place.url, (sql) =>
    record(sql, { subject: basename(file), after: { made_at: manifest.made_at, rows } }),
  )
  return { json, text: list({ ...json, migrated: migrated.join(' ') || null }) }
}

/** `backup` and `restore`. */
export function backupCommands(program: Command, { print, withPlace, operator }: Context): void {
  addOffline(program, print, {
    usage: 'backup <file>',
    summary:
      'writes all that another server needs (database, secret, certificate, images) into a new file, as it is at one instant, while the server goes on',
    options: { '--no-images': 'without the images of releases' },
    input: saved,
    work: (input) => withPlace((place) => backup(input, place)),
  })
  addOffline(program, print, {
    usage: 'restore <file>',
    summary: 'sets up an empty database as it was when a backup was made; no server may run on it meanwhile',
    options: { '--replace': 'lose what is in the database now', ...WHY },
    input: restored,
    work: (input, given) =>
      withPlace((place) =>
        restore(input, place, (sql, change) =>
          auditStore(sql).add(operator, { action: 'restore', ...change }, reasonIn(given), place.now),
        ),
      ),
  })
}
