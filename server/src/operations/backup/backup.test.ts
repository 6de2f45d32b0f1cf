import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { allRows, oneOfEverything } from '../../../test/database/rows.ts'
import { end, runUntilReady, workplace } from '../../../test/process.ts'
import { imageStore } from '../../firmware/releases/images.ts'
import { hashPassword } from '../../identity/accounts/password.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>
const SECRET = Buffer.alloc(32, 5)
const owner = { email: 'backup@kellersonne.example', password: 'Sonne-im-Keller-1' }
const count = z.object({ count: z.int() })

let folder: string
let source: Database
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

const save = (file: string, more: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup(
    {
      ...{ url: source.url, dataFolder: at('from'), secret: SECRET, secretIsKept: false, withImages: true },
      ...{ now: new Date('2026-11-21T10:00:00Z'), ...more },
    },
    at(file),
  )
const secret = SECRET.toString('base64')
const restore = (file: string, url: string, more: Partial<Parameters<typeof restoreBackup>[1]> = {}) =>
  restoreBackup(at(file), { url, dataFolder: at('to'), secret, keepsSecret: false, replace: false, ...more })

/** An empty database without connections. */
async function target(work: (url: string, rows: () => ReturnType<typeof allRows>) => Promise<void>) {
  const database = await testDatabase('template0')
  const rows = () => withConnection(database.url, allRows)
  await work(database.url, rows).finally(() => database.close())
}

describe('a backup', () => {
  it('HND-03 PRD-06 restored into a fresh database holds every row of every table, and its server signs owners in', async () => {
    const before = await withConnection(source.url, allRows)
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
    expect(Object.values(before).reduce((sum, rows) => sum + rows.length, 0)).toBeGreaterThan(4000)
    await save('whole')
    await target(async (url, rows) => {
      const { rows: restored } = await restore('whole', url)
      const after = await rows()
      for (const [table, expected] of Object.entries(before)) expect(after[table], table).toEqual(expected)
      expect(Object.keys(after)).toEqual(Object.keys(before))
      expect(restored).toBe(Object.values(before).flat().length)
      expect(await readFile(imageStore(at('to')).pathOf(image))).toEqual(await readFile(at('image')))

      await using place = await workplace()
      const server = await runUntilReady({ ...place.env, DATABASE_URL: url, SECRET: secret })
      const body = new URLSearchParams(owner)
      expect((await fetch(`${place.url}/api/auth/token/`, { method: 'POST', body })).status).toBe(200)
      expect(await end(server)).toBe(0)
    })
  })

  it('HND-03 keeps partitions, numbers and triggers working', async () => {
    await save('parts')
    await target(async (url) => {
      await restore('parts', url)
      const db = openDatabase(url)
      const counted = (from: string) => db.row(count, `select count(*)::int as count from ${from}`)
      expect(await counted('only reading_2026_11_20')).toEqual({ count: 1440 })
      expect(await counted('only reading_older')).toEqual({ count: 1440 })
      await db.run("insert into storage_system (sn, phase, time_zone, secret_hash) values ('9', 1, 'x', '')")
      await db.run("insert into episode values (1, 'I', '2020-01-01', null, 1)")
      expect(await db.row(count, "select episodes as count from episode_count where code = 'I'")).toEqual({
        count: 2,
      })
      await db.close()
    })
  })

  it('HND-03 is of one instant, however much is written meanwhile', async () => {
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n += 1)
        await source.db.transaction(async (sql) => {
          await sql.run('insert into attempt values ($1, 0, now())', [`pair ${n}`])
          await sql.run("insert into identity select 'pair', $1, id from owner limit 1", [String(n)])
        })
    })()
    await save('busy').finally(() => {
      writing = false
    })
    await writer
    await target(async (url, rows) => {
      await restore('busy', url)
      const { attempt = [], identity = [] } = await rows()
      expect(attempt.filter((row) => row.includes('pair'))).toHaveLength(
        identity.filter((row) => row.includes('pair')).length,
      )
    })
  })

  it('HND-03 of an older schema is brought to the newest one', async () => {
    const known = await knownMigrations()
    const old = known.slice(0, 3)
    await target(async (from) => {
      await withConnection(from, async (sql) => {
        await applyMigrations(sql, old)
        await sql.run(
          "insert into storage_system (sn, phase, time_zone, secret_hash) values ('1', 1, 'x', '')",
        )
        await sql.run('insert into latest (system, state_at) select id, now() from storage_system')
      })
      await save('old', { url: from })
    })
    await target(async (url, rows) => {
      expect((await restore('old', url)).migrated).toEqual(known.slice(3))
      expect(await rows()).toMatchObject({ episode_backlog: [expect.stringMatching(/^\(1,/)] })
    })
  })

  it('HND-03 of the very first schema is brought to the newest one', async () => {
    const known = await knownMigrations()
    await target(async (from) => {
      await withConnection(from, (sql) => applyMigrations(sql, known.slice(0, 1)))
      await save('first', { url: from })
    })
    await target(async (url) => {
      expect((await restore('first', url)).migrated).toEqual(known.slice(1))
    })
  })

  it('HND-03 is what every tar reads, to the two empty blocks at its end', async () => {
    await save('open')
    const list = execFileSync('tar', ['-tzf', at('open')], { encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(list[0]).toBe('manifest.json')
    expect(list.slice(-2)).toEqual([`images/${image}`, 'SHA256SUMS'])
    const read = (name: string) => execFileSync('tar', ['-xzOf', at('open'), name])
    expect(read(`images/${image}`)).toEqual(await readFile(at('image')))
    const hash = createHash('sha256').update(read('manifest.json')).digest('hex')
    expect(read('SHA256SUMS').toString()).toMatch(new RegExp(`^${hash}  manifest\\.json\n`))
    const tar = gunzipSync(await readFile(at('open')))
    expect([tar.length % 512, tar.subarray(-1024)]).toEqual([0, Buffer.alloc(1024)])
  })

  it('HND-03 is its owner’s alone to read, and never overwrites another', async () => {
    await save('mine')
    expect((await stat(at('mine'))).mode & 0o777).toBe(0o600)
    await expect(save('mine')).rejects.toThrow(/mine is there already/)
    await expect(save('mine/below')).rejects.toThrow(/mine\/below cannot be written \(ENOTDIR\)/)
    await expect(save('lost', { dataFolder: at('elsewhere') })).rejects.toThrow(
      /image of bms 2.0.0 is not in/,
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([])
    await save('without', { dataFolder: at('elsewhere'), withImages: false })
  })
})

describe('a backup that cannot be restored', () => {
  beforeAll(async () => {
    await save('good')
    await mkdir(at('from/tls'))
    await writeFile(at('from/tls/cert.pem'), 'cert')
    await save('with tls')
    const tar = gunzipSync(await readFile(at('good')))
    const changed = Buffer.from(tar)
    changed[changed.indexOf('Europe/Berlin')] = 'A'.charCodeAt(0)
    await writeFile(at('changed'), gzipSync(changed))
    await writeFile(at('cut'), gzipSync(tar.subarray(0, tar.length - 3000)))
    await writeFile(at('torn'), (await readFile(at('good'))).subarray(0, 5000))
    await writeFile(at('foreign'), gzipSync(Buffer.alloc(4096, 'x')))
    await writeFile(at('text'), 'hello')
  })

  it.each([
    ['changed', /damaged/],
    ['cut', /ends too soon|damaged/],
    ['torn', /damaged/],
    ['foreign', /no backup of Kellersonne/],
    ['text', /no backup of Kellersonne/],
    ['nothing', /cannot be read/],
  ])('HND-03 is refused before anything is touched: %s', async (file, sentence) => {
    await target(async (url, rows) => {
      await expect(restore(file, url)).rejects.toThrow(sentence)
      expect(await rows()).toEqual({})
    })
  })

  it('HND-03 needs its own secret', async () => {
    await target(async (url, rows) => {
      const other = Buffer.alloc(32, 6).toString('base64')
      await expect(restore('good', url, { secret: other })).rejects.toThrow(/another SECRET/)
      await expect(restore('good', url, { secret: undefined })).rejects.toThrow(/another SECRET/)
      expect(await rows()).toEqual({})
    })
  })

  it('HND-03 loses what is in a database only where it is told to', async () => {
    await target(async (url, rows) => {
      await restore('good', url)
      await withConnection(url, (sql) => sql.run('delete from mail'))
      await expect(restore('good', url)).rejects.toThrow(/give --replace/)
      expect((await rows())['mail']).toEqual([])
      await restore('good', url, { replace: true })
      expect((await rows())['mail']).toHaveLength(1)
    })
  })

  it('HND-03 takes a database with a single system in it for one that is in use', async () => {
    await target(async (url, rows) => {
      await withConnection(url, async (sql) => {
        await applyMigrations(sql, await knownMigrations())
        await sql.run(
          "insert into storage_system (sn, phase, time_zone, secret_hash) values ('1', 1, 'x', '')",
        )
      })
      await expect(restore('good', url)).rejects.toThrow(/give --replace/)
      expect((await rows())['storage_system']).toHaveLength(1)
    })
  })

  it('HND-03 is not restored under a server that runs', async () => {
    await target(async (url, rows) => {
      const serving = openDatabase(url)
      await serving.run('select 1')
      await expect(restore('good', url)).rejects.toThrow(/end all processes of Kellersonne first/)
      expect(await rows()).toEqual({})
      await serving.close()
    })
  })

  it('HND-03 leaves nothing behind where it fails in the middle', async () => {
    await target(async (url, rows) => {
      await restore('good', url)
      const before = await rows()
      await rm(at('to'), { recursive: true })
      await writeFile(at('to'), 'no folder')
      await expect(restore('with tls', url, { replace: true })).rejects.toThrow()
      expect(await rows()).toEqual(before)
      await rm(at('to'))
    })
  })
})
