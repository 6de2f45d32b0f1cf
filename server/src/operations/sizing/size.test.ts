import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../../../test/cli.ts'
import { sizeOf } from './size.ts'

const SIZES = [1000, 10_000, 50_000, 100_000]
const plan = (systems: number) => ({ systems, watching: 0.1, years: 5 })
const book = readFileSync(new URL('../../../../docs/sizing.md', import.meta.url), 'utf8')
/** The cells of the table of sizes, by the name of their line. */
const rows = new Map(
  [...book.matchAll(/^\| ([^|]+?) \|(.+)\|$/gm)].map(([, name = '', cells = '']) => [
    name,
    cells.split('|').map((cell) => cell.trim()),
  ]),
)
const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`

describe('the size of a fleet', () => {
  it('HND-26 is what the book says', () => {
    const sizes = SIZES.map((systems) => sizeOf(plan(systems)))
    const printed = (of: (size: ReturnType<typeof sizeOf>) => unknown) =>
      sizes.map((size) => String(of(size)))
    expect(rows.get('systems')).toEqual(SIZES.map(String))
    expect(rows.get('readings a second')).toEqual(printed(({ readingsPerSecond }) => readingsPerSecond))
    expect(rows.get('processes web, ingest, jobs')).toEqual(
      printed(({ processes }) => `${processes.web}, ${processes.ingest}, ${processes.jobs}`),
    )
    expect(rows.get('cores')).toEqual(printed(({ cores }) => cores))
    expect(rows.get('memory of the processes')).toEqual(
      printed(({ processMemory }) => gigabytes(processMemory)),
    )
    expect(rows.get('connections of PostgreSQL')).toEqual(printed(({ connections }) => connections))
    expect(rows.get('memory of PostgreSQL')).toEqual(printed(({ database }) => `${database.memory} GB`))
    expect(rows.get('disk of PostgreSQL')).toEqual(printed(({ database }) => gigabytes(database.disk)))
    expect(rows.get('write-ahead log a day')).toEqual(
      printed(({ database }) => gigabytes(database.walPerDay)),
    )
    expect(rows.get('writes of the disk a second')).toEqual(printed(({ database }) => database.iops))
    const made = ({ bytes, seconds }: { bytes: number; seconds: number }) =>
      `${gigabytes(bytes)}, ${(seconds / 3600).toFixed(1)} h`
    expect(rows.get('backup without raw readings')).toEqual(
      printed(({ backup }) => made(backup.withoutReadings)),
    )
    expect(rows.get('backup with raw readings')).toEqual(printed(({ backup }) => made(backup.whole)))
  })

  it('HND-26 is printed without a database, and names what cannot be read', async () => {
    const { code, out } = await commandLine(['size', '--systems', '50000', '--json'], null)
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(JSON.stringify(sizeOf(plan(50_000))))])
    expect(await commandLine(['size', '--systems', '1.5', '--watching', '200'], null)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--systems: must be a whole number from 1 to 1000000; --watching: must be',
      ),
    })
  })
})
