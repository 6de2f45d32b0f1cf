import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpBackup } from '../../../test/set-up/backup.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { type Entry, entryOf, readAll, readTar, writeTar } from './tar.ts'

/** Made by a version that wrote format 2, of the database of these tests as it was then, with one reading a quarter of an hour. */
const format2 = fileURLToPath(new URL('../../../test/backups/format-2.tar.gz', import.meta.url))
const { at, restore, target } = setUpBackup()
const found = z.object({ phone: z.string(), picture: z.string(), readings: z.int() })

/** Tears each piece of rows in two, within a row, as format 1 did. */
async function torn(gzipped: Buffer): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const { name, body } of readTar(Readable.from([gunzipSync(gzipped)]))) {
    const bytes = await readAll(body)
    if (name === 'manifest.json') {
      const { readings: _, ...manifest } = JSON.parse(bytes.toString())
      entries.unshift(entryOf(name, Buffer.from(JSON.stringify({ ...manifest, format: 1 }))))
    } else if (name.startsWith('tables/')) {
      const middle = Math.floor(bytes.length / 2) + 1
      entries.push(entryOf(name, bytes.subarray(0, middle)))
      entries.push(entryOf(name.replace('.copy', '-2.copy'), bytes.subarray(middle)))
    } else if (name !== 'SHA256SUMS') entries.push(entryOf(name, bytes))
  }
  return entries
}

const packed = async (entries: readonly Entry[]) =>
  gzipSync(await readAll(writeTar(Readable.from(entries), new Date(0))))

beforeAll(async () => {
  await copyFile(format2, at('format 2'))
  const entries = await torn(await readFile(format2))
  await writeFile(at('format 1'), await packed(entries))
  const isWhole = ({ name }: Entry) => !name.startsWith('tables/owner/') || !name.includes('-2.')
  await writeFile(at('half a row'), await packed(entries.filter(isWhole)))
})

it.each(['format 1', 'format 2'])('HND-03 HND-32 a backup of %s is restored', async (name) => {
  await target(async (url, rows) => {
    const { manifest, rows: restored } = await restore(name, url)
    expect(`format ${manifest.format}`).toBe(name)
    expect(restored).toBeGreaterThan(manifest.tables.length)
    const empty = Object.entries(await rows()).filter(([, rows]) => rows.length === 0)
    const since = empty.filter(([table]) => manifest.tables.some(({ name }) => name === table))
    expect(since).toEqual([])
    const kept = await withConnection(url, (sql) =>
      sql.row(
        found,
        `select phone, encode(picture, 'hex') as picture, (select count(*)::int from reading) as readings
         from owner where picture is not null`,
      ),
    )
    expect(kept).toEqual({
      phone: 'tab\there, line\nend, \\N, \\.',
      picture: '5c2e0a0900',
      readings: 289,
    })
  })
})

it('HND-03 a backup of format 1 in which a row does not end is refused', async () => {
  await target(async (url, rows) => {
    await expect(restore('half a row', url)).rejects.toThrow(/damaged: a row of owner is not whole/)
    expect(await rows()).toEqual({})
  })
})
