import { readdir, symlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpBackup } from '../../../test/set-up/backup.ts'
import { withConnection } from '../../platform/db/connection.ts'

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
