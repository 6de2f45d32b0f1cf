import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpBackup } from '../../../test/set-up/backup.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { type Entry, entryOf, readAll, readTar, writeTar } from './tar.ts'

const { folder, at, save, restore, target } = setUpBackup()
const named = z.object({ name: z.string() })

it('HND-34 onto a full disk is no backup, and leaves nothing there', async () => {
  await symlink('/dev/full', at('full.unfinished'))
  await expect(save('full')).rejects.toThrow(/^The disk of .+full is full: no backup was made\.$/)
  expect((await readdir(folder())).filter((name) => name.startsWith('full'))).toEqual([])
})

it('HND-34 restored onto a full disk leaves the database as it was', async () => {
  await save('good')
  await target(async (url, rows) => {
    await restore('good', url)
    const before = await rows()
    // The database's own error: filling a real disk takes a mount, and so the superuser.
    await withConnection(url, (sql) =>
      sql.run(`create function refuse() returns event_trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create event trigger full_disk on ddl_command_end when tag in ('ALTER TABLE') execute function refuse()`),
    )
    await expect(restore('good', url, { replace: true })).rejects.toThrow(
      /^The disk of the database is full: nothing was restored, and what was there is there still\.$/,
    )
    expect(await rows()).toEqual(before)
    const schemas = await withConnection(url, (sql) =>
      sql.rows(named, `select nspname as name from pg_namespace where nspname like 'kellersonne%'`),
    )
    expect(schemas).toEqual([])
  })
})

it('HND-03 HND-32 made by an earlier version, with rows torn between pieces, is restored', async () => {
  await save('new')
  const entries: Entry[] = []
  for await (const entry of readTar(Readable.from([gunzipSync(await readFile(at('new')))]))) {
    const bytes = await readAll(entry.body)
    if (entry.name === 'manifest.json') {
      const { readings: _, ...manifest } = JSON.parse(bytes.toString())
      entries.unshift(entryOf(entry.name, Buffer.from(JSON.stringify({ ...manifest, format: 1 }))))
    } else if (entry.name.startsWith('tables/')) {
      const middle = Math.floor(bytes.length / 2) + 1
      entries.push(entryOf(entry.name, bytes.subarray(0, middle)))
      entries.push(entryOf(entry.name.replace('.copy', '-2.copy'), bytes.subarray(middle)))
    } else if (entry.name !== 'SHA256SUMS') entries.push(entryOf(entry.name, bytes))
  }
  await writeFile(at('old'), gzipSync(await readAll(writeTar(Readable.from(entries), new Date(0)))))
  await target(async (url, rows) => {
    await restore('new', url)
    const expected = await rows()
    await restore('old', url, { replace: true })
    expect(await rows()).toEqual(expected)
  })
})
