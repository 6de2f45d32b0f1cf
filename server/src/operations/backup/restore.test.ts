import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpBackup } from '../../../test/set-up/backup.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { type Entry, entryOf, readAll, writeTar } from './tar.ts'

const { at, save, restore, target } = setUpBackup()

describe('a backup that cannot be restored', () => {
  beforeAll(async () => {
    await save('good')
    await mkdir(at('from/tls'))
    await writeFile(at('from/tls/cert.pem'), 'cert')
    await save('with tls')
    const tar = zstdDecompressSync(await readFile(at('good')))
    const changed = Buffer.from(tar)
    changed[changed.indexOf('Europe/Berlin')] = 'A'.charCodeAt(0)
    await writeFile(at('changed'), zstdCompressSync(changed))
    await writeFile(at('cut'), zstdCompressSync(tar.subarray(0, tar.length - 3000)))
    await writeFile(at('torn'), (await readFile(at('good'))).subarray(0, 5000))
    await writeFile(at('foreign'), zstdCompressSync(Buffer.alloc(4096, 'x')))
    await writeFile(at('text'), 'hello')
    const written = async (name: string, ...entries: Entry[]) =>
      writeFile(at(name), zstdCompressSync(await readAll(writeTar(Readable.from(entries), new Date(0)))))
    await written('empty')
    await written('nested', entryOf('manifest.json', Buffer.alloc(1024 * 1024, '[')))
    await written('long', entryOf('manifest.json', Buffer.alloc(1024 * 1024 + 1, ' ')))
    await written('long secret', entryOf('secret', Buffer.alloc(1024 * 1024 + 1, ' ')))
    const sizes = { zzzz: 'no size', '77777777777': 'endless sums' }
    for (const [size, name] of Object.entries(sizes)) {
      const only = Buffer.from(await readAll(writeTar(Readable.from([]), new Date(0))))
      only.write(size.padStart(11, '0'), 124)
      only.write(' '.repeat(8), 148)
      const sum = only.subarray(0, 512).reduce((all, byte) => all + byte, 0)
      only.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      await writeFile(at(name), zstdCompressSync(only))
    }
  })

  it.each([
    ['changed', /damaged/],
    ['cut', /ends too soon|damaged/],
    ['torn', /damaged/],
    ['foreign', /no backup of Kellersonne/],
    ['text', /no backup of Kellersonne/],
    ['empty', /no backup of Kellersonne/],
    ['nested', /^The backup is damaged: its manifest cannot be read/],
    ['long', /^The backup is damaged: manifest.json is too long/],
    ['long secret', /^The backup is damaged: secret is too long/],
    ['no size', /no backup of Kellersonne/],
    ['endless sums', /^The backup is damaged: it does not hold/],
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

  it('HND-03 loses what is in a database only where that is requested', async () => {
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
