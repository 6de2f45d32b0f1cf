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
import { count } from './inputs.ts'
import { list } from './table.ts'

const MOST_CONNECTIONS = 16
const connections = z._default(count(MOST_CONNECTIONS), 4)
const CONNECTIONS = {
  '--connections <n>': `connections to PostgreSQL at once, 1 to ${MOST_CONNECTIONS}; 4 by default`,
}

const saved = z.object({
  ...{ file: z.string(), images: z._default(z.boolean(), true), readings: z._default(z.boolean(), true) },
  connections,
})
const restored = z.object({ file: z.string(), replace: z._default(z.boolean(), false), connections })

const WITHOUT_READINGS = `It holds no raw readings: days and quarters of an hour are whole. Readings that units send again for quarters of
before the backup are refused (time_past), so that nothing counts twice.`

const shown = (readings: boolean) => (readings ? 'yes' : 'no')

async function backup({ file, images, readings, connections }: z.output<typeof saved>, place: Place) {
  const { manifest, bytes } = await writeBackup(
    {
      ...place,
      secret: await place.readSecret(),
      secretIsKept: place.keepsSecret,
      withImages: images,
      withReadings: readings,
      connections,
    },
    file,
  )
  await withConnection(place.url, (sql) => noteBackup(sql, { madeAt: place.now, bytes }))
  const output = { file, bytes, made_at: manifest.made_at, tables: manifest.tables.length, readings }
  return {
    json: output,
    text: `${list({ ...output, readings: shown(readings) })}\n\nIt holds personal data and keys: encrypt it before it leaves this machine.`,
  }
}

/** Restores, and adds to the audit of the restored database that this was done. */
async function restore(
  { file, replace, connections }: z.output<typeof restored>,
  place: Place,
  record: (sql: Sql, change: Omit<Change, 'action'>) => Promise<void>,
) {
  const { manifest, rows, migrated } = await restoreBackup(file, {
    ...place,
    secret: place.givenSecret,
    replace,
    connections,
  })
  const { made_at, tables, readings } = manifest
  const json = { file, made_at, tables: tables.length, readings, rows, migrated }
  await withConnection(place.url, (sql) =>
    record(sql, { subject: basename(file), after: { made_at, readings, rows } }),
  )
  const text = list({ ...json, readings: shown(readings), migrated: migrated.join(' ') || null })
  return { json, text: readings ? text : `${text}\n\n${WITHOUT_READINGS}` }
}

/** `backup` and `restore`. */
export function backupCommands(program: Command, { print, withPlace, operator }: Context): void {
  addOffline(program, print, {
    usage: 'backup <file>',
    summary:
      'writes all that another server needs (database, secret, certificate, images) into a new file, while the server goes on',
    options: {
      '--no-images': 'without the images of releases',
      '--no-readings': 'without raw readings, which are most of it; quarters of an hour and days are in it',
      ...CONNECTIONS,
    },
    input: saved,
    work: (input) => withPlace((place) => backup(input, place)),
  })
  addOffline(program, print, {
    usage: 'restore <file>',
    summary: 'sets up an empty database as it was when a backup was made; no server may run on it meanwhile',
    options: { '--replace': 'lose what is in the database now', ...CONNECTIONS, ...WHY },
    input: restored,
    work: (input, given) =>
      withPlace((place) =>
        restore(input, place, (sql, change) =>
          auditStore(sql).add(operator, { action: 'restore', ...change }, reasonIn(given), place.now),
        ),
      ),
  })
}
