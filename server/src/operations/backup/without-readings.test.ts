import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allRows } from '../../../test/database/rows.ts'
import { setUpBackup } from '../../../test/set-up/backup.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { readTables } from './catalog.ts'
import { contents } from './contents.ts'
import { createCopying, sharesOf } from './shares.ts'
import { readAll } from './tar.ts'

const { at, source, save, restore, target } = setUpBackup()
const missing = z.object({ isLast: z.boolean() })
/** The beginning of COPY's binary format. */
const HEADER_BYTES = 19
/** A row of one integer: the number of fields, the field's length, and the field. */
const INTEGER_ROW = { bytes: 10, at: 6 }

/** Returns the bytes of an instant as PostgreSQL sends them: microseconds since 2000. */
function instant(text: string): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(Date.parse(text) - Date.UTC(2000, 0)) * 1000n)
  return bytes.toString('latin1')
}

function* integersIn(piece: Buffer): Generator<number> {
  const { bytes, at } = INTEGER_ROW
  for (let row = HEADER_BYTES; row + bytes <= piece.length; row += bytes) yield piece.readInt32BE(row + at)
}

it('HND-32 HND-33 a backup without raw readings holds all else, and the restored database knows that', async () => {
  const { missing_readings: _, ...all } = await withConnection(source().url, allRows)
  await source().db.run('delete from missing_readings')
  const { manifest } = await save('small', { withReadings: false })
  expect(manifest.readings).toBe(false)
  const tar = zstdDecompressSync(await readFile(at('small')))
  const names = execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' })
  expect(names).not.toContain('tables/reading/')
  await target(async (url, rows) => {
    await restore('small', url)
    const { missing_readings: __, ...found } = await rows()
    expect(found).toEqual({ ...all, reading: [] })
    const known = await withConnection(url, (sql) =>
      sql.row(
        missing,
        `select before = (select max(at) + interval '15 minutes' from quarter) as "isLast" from missing_readings`,
      ),
    )
    expect(known).toEqual({ isLast: true })
  })
})

it('HND-32 days of raw readings that are over are copied before the instant of all else, which holds no snapshot', async () => {
  const wanted = {
    ...{ url: source().url, dataFolder: at('from'), secret: Buffer.alloc(32), secretIsKept: false },
    ...{ withImages: false, withReadings: true, connections: 1, now: new Date('2026-11-23T10:00:00Z') },
  }
  const texts = await withConnection(source().url, async (connection) => {
    const found: string[] = []
    for await (const { name, body } of contents([connection], wanted, () => undefined)) {
      found.push(`${name}\n${(await readAll(body)).toString('latin1')}`)
      if (found.length > 1) continue
      expect(found[0]).toContain(instant('2026-11-19T12:00:00Z'))
      await source().db.run(`insert into reading (system, at) values (1, '2026-11-19T12:00:01Z')`)
      await source().db.run("insert into identity select 'later', 's', id from owner limit 1")
    }
    return found
  })
  expect(texts.filter((text) => text.includes(instant('2026-11-19T12:00:01Z')))).toEqual([])
  expect(texts.filter((text) => text.includes('later\0\0\0\x01s'))).toHaveLength(1)
})

it('HND-32 several connections copy every row of a large table once', async () => {
  await source().db.run('create table large as select i from generate_series(1, 5000) as i')
  const copied = await withConnection(source().url, async (first) =>
    withConnection(source().url, async (second) => {
      const tables = (await readTables(first)).filter(({ name }) => name === 'large')
      const shares = await sharesOf(first, tables, 3)
      expect(shares.length).toBeGreaterThan(5)
      const rows: number[] = []
      for await (const { body } of createCopying([first, second])(shares))
        rows.push(...integersIn(await readAll(body)))
      return rows
    }),
  )
  await source().db.run('drop table large')
  expect(copied.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1))
})
