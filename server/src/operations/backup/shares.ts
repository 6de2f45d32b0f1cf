import * as z from 'zod/mini'
import type { Connection } from '../../platform/db/connection.ts'
import type { Sql } from '../../platform/db/database.ts'
import { columnsOf, quoted } from './catalog.ts'
import type { Table } from './manifest.ts'
import { type Entry, entryOf } from './tar.ts'

/** Rows of a table that one connection copies at a time: a range of pages of the table, or of one of its partitions. */
export type Share = { readonly table: Table; readonly relation: string; readonly where: string }

/** Ends the names of parts in COPY's binary format. */
export const BINARY = '.binary'
/** 64 MiB with PostgreSQL's pages of 8 KiB. */
const PAGES = 8192

const stored = z.object({ relation: z.string(), table: z.string(), pages: z.int() })

/** Divides all rows of these tables into shares, partitions in the order of their names. */
export async function sharesOf(sql: Sql, tables: readonly Table[], pagesEach = PAGES): Promise<Share[]> {
  const relations = await sql.rows(
    stored,
    `select part.relname as relation, coalesce(parent.relname, part.relname) as table,
       (pg_relation_size(part.oid) / current_setting('block_size')::integer)::integer as pages
     from pg_class part left join pg_class parent on parent.oid = pg_partition_root(part.oid)
     where part.relnamespace = current_schema()::regnamespace and part.relkind = 'r' order by part.relname`,
  )
  const byName = new Map(tables.map((table) => [table.name, table]))
  return relations.flatMap(({ relation, table: name, pages }) => {
    const table = byName.get(name)
    return table ? rangesOf(pages, pagesEach).map((where) => ({ table, relation, where })) : []
  })
}

/** The last range is open: rows may have been added since. */
function rangesOf(pages: number, each: number): string[] {
  const starts = Array.from({ length: Math.max(1, Math.ceil(pages / each)) }, (_, i) => i * each)
  return starts.map((start, i) =>
    i === starts.length - 1
      ? `ctid >= '(${start},0)'`
      : `ctid >= '(${start},0)' and ctid < '(${start + each},0)'`,
  )
}

const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}${BINARY}`

/** Returns a function that copies shares on several connections at once and yields their rows, numbered by table. */
export function createCopying(connections: readonly Connection[]) {
  const parts = new Map<string, number>()

  async function* copyFrom(left: Iterator<Share>, connection: Connection): AsyncGenerator<Entry> {
    for (let next = left.next(); !next.done; next = left.next()) {
      const { table, relation, where } = next.value
      const rows = connection.copyOut(
        `copy (select ${columnsOf(table)} from only ${quoted(relation)} where ${where}) to stdout (format binary)`,
      )
      for await (const piece of rows) {
        const part = (parts.get(table.name) ?? 0) + 1
        parts.set(table.name, part)
        yield entryOf(partName(table.name, part), piece)
      }
    }
  }
  return (shares: readonly Share[]): AsyncGenerator<Entry> => {
    const left = shares.values()
    return merged(connections.map((connection) => copyFrom(left, connection)))
  }
}

/** Merges these iterators: yields each value as soon as it is available. */
async function* merged<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const take = async (source: AsyncGenerator<T>) => ({ source, taken: await source.next() })
  const pending = new Map(sources.map((source) => [source, take(source)]))
  try {
    while (pending.size > 0) {
      const { source, taken } = await Promise.race(pending.values())
      if (taken.done) pending.delete(source)
      else {
        pending.set(source, take(source))
        yield taken.value
      }
    }
  } finally {
    // A consumer that stops early closes the connections itself.
    for (const left of pending.values()) left.catch(() => undefined)
  }
}
