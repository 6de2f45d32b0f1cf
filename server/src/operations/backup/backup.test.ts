import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allRows } from '../../../test/database/rows.ts'
import { end, runUntilReady, workplace } from '../../../test/process.ts'
import { owner, secret, setUpBackup } from '../../../test/set-up/backup.ts'
import { imageStore } from '../../firmware/releases/images.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'

const count = z.object({ count: z.int() })
const { folder, source, image, at, save, restore, target } = setUpBackup()

describe('a backup', () => {
  it('HND-03 PRD-06 restored into a fresh database holds every row of every table, and its server signs owners in', async () => {
    const before = await withConnection(source().url, allRows)
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
    expect(Object.values(before).reduce((sum, rows) => sum + rows.length, 0)).toBeGreaterThan(4000)
    await save('whole')
    await target(async (url, rows) => {
      const { rows: restored } = await restore('whole', url)
      const after = await rows()
      for (const [table, expected] of Object.entries(before)) expect(after[table], table).toEqual(expected)
      expect(Object.keys(after)).toEqual(Object.keys(before))
      expect(restored).toBe(Object.values(before).flat().length)
      expect(await readFile(imageStore(at('to')).pathOf(image()))).toEqual(await readFile(at('image')))

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
      expect(await counted('only reading_older_2026_11')).toEqual({ count: 1440 })
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
        await source().db.transaction(async (sql) => {
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

  it('HND-03 restores the certificate, and the secret only if the target keeps it in the data folder', async () => {
    await mkdir(at('kept/tls'), { recursive: true })
    await writeFile(at('kept/tls/cert.pem'), 'cert')
    await writeFile(at('kept/secret'), secret)
    await save('kept.tar.zst', { dataFolder: at('kept'), secretIsKept: true, withImages: false })
    for (const keepsSecret of [false, true])
      await target(async (url) => {
        const dataFolder = at(`back ${keepsSecret}`)
        await restore('kept.tar.zst', url, { dataFolder, keepsSecret })
        expect(await readdir(dataFolder)).toEqual(keepsSecret ? ['secret', 'tls'] : ['tls'])
        expect(await readFile(join(dataFolder, 'tls/cert.pem'), 'utf8')).toBe('cert')
      })
  })

  it('HND-03 is what every tar reads, to the two empty blocks at its end', async () => {
    await save('open')
    const tar = zstdDecompressSync(await readFile(at('open')))
    const list = execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' }).trim().split('\n')
    expect(list).toContain('manifest.json')
    expect(list.slice(-2)).toEqual([`images/${image()}`, 'SHA256SUMS'])
    const read = (name: string) => execFileSync('tar', ['-xOf', '-', name], { input: tar })
    expect(read(`images/${image()}`)).toEqual(await readFile(at('image')))
    const hash = createHash('sha256').update(read('manifest.json')).digest('hex')
    expect(read('SHA256SUMS').toString()).toMatch(new RegExp(`^${hash}  manifest\\.json$`, 'm'))
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
    expect((await readdir(folder())).filter((name) => name.startsWith('lost'))).toEqual([])
    await save('without', { dataFolder: at('elsewhere'), withImages: false })
  })
})
