import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { imageStore } from '../../src/firmware/releases/images.ts'
import { hashPassword } from '../../src/identity/accounts/password.ts'
import { accountStore } from '../../src/identity/accounts/store.ts'
import { restoreBackup } from '../../src/operations/backup/restore.ts'
import { writeBackup } from '../../src/operations/backup/write.ts'
import { withConnection } from '../../src/platform/db/connection.ts'
import { testDatabase } from '../database/database.ts'
import { allRows, oneOfEverything } from '../database/rows.ts'

const SECRET = Buffer.alloc(32, 5)
export const secret = SECRET.toString('base64')
export const owner = { email: 'backup@kellersonne.example', password: 'Sonne-im-Keller-1' }

/** A database with a row in every table and a published image, and functions to back it up and to restore it. */
export function setUpBackup() {
  let folder: string
  let source: Awaited<ReturnType<typeof testDatabase>>
  let image: string
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ks-backup-'))
    source = await testDatabase()
    await accountStore(source.db).create(owner.email, await hashPassword(owner.password), 'de')
    await source.db.run(oneOfEverything)
    await mkdir(at('from'))
    await mkdir(at('to'))
    await writeFile(at('image'), Buffer.alloc(100_000, 'image'))
    ;({ sha256: image } = await imageStore(at('from')).put(at('image')))
    await source.db.run(
      `insert into release (chip, version, size, sha256, sha1, key, signature, notes, share, published_at)
       values ('bms', '2.0.0', 100000, $1, repeat('a', 40), 'k', 's', '{"de": "a", "en": "b"}', 100, now())`,
      [image],
    )
    await source.db.run(
      `insert into update_action (system, firmware_update, part, release, state)
       select system, firmware_update.id, 1, release.id, 'planned' from firmware_update, release`,
    )
  })
  afterAll(async () => {
    await source.close()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    folder: () => folder,
    source: () => source,
    /** The SHA-256 of the published image. */
    image: () => image,
    /** The path of a file of this name. */
    at,
    save: (file: string, more: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
      writeBackup(
        {
          ...{
            url: source.url,
            dataFolder: at('from'),
            secret: SECRET,
            secretIsKept: false,
            withImages: true,
            withReadings: true,
            connections: 3,
          },
          ...{ now: new Date('2026-11-21T10:00:00Z'), ...more },
        },
        at(file),
      ),
    restore: (file: string, url: string, more: Partial<Parameters<typeof restoreBackup>[1]> = {}) =>
      restoreBackup(at(file), {
        url,
        dataFolder: at('to'),
        secret,
        keepsSecret: false,
        replace: false,
        connections: 3,
        ...more,
      }),
    /** Runs `work` with an empty database without connections. */
    async target(work: (url: string, rows: () => ReturnType<typeof allRows>) => Promise<void>) {
      const database = await testDatabase('template0')
      const rows = () => withConnection(database.url, allRows)
      await work(database.url, rows).finally(() => database.close())
    },
  }
}
