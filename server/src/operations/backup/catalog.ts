import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { type Manifest, sequence, type Table, table } from './manifest.ts'

/** Quotes a name for SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ')

const reference = z.object({ from: z.string(), to: z.string() })
const days = z.object({ first: z.nullable(z.string()), last: z.nullable(z.string()) })

/** Sorts tables so that each refers only to earlier ones. Throws if references are circular. */
function inOrder(tables: readonly Table[], references: readonly z.output<typeof reference>[]): Table[] {
  const left = new Map(tables.map((one) => [one.name, one]))
  const done: Table[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && left.has(to)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...left.keys()].join(', ')}`)
    done.push(...free)
    for (const { name } of free) left.delete(name)
  }
  return done
}

/** Resolves to all tables of the schema except partitions, whose rows belong to their parent table. */
export async function readTables(sql: Sql): Promise<Table[]> {
  const tables = await sql.rows(
    table,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  const references = await sql.rows(
    reference,
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  return inOrder(tables, references)
}

/** Disables or enables triggers; disabled when everything they create is itself written or deleted. */
export async function setTriggers(sql: Sql, tables: readonly Table[], to: 'disable' | 'enable') {
  for (const { name } of tables) await sql.run(`alter table ${quoted(name)} ${to} trigger user`)
}

/** Must be read after the tables' snapshot is taken, so that no number in a row is above its sequence. */
export async function readSequences(sql: Sql): Promise<Manifest['sequences']> {
  const names = await sql.rows(
    z.object({ name: z.string() }),
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const found: Manifest['sequences'] = []
  for (const { name } of names) {
    const at = await sql.row(
      sequence,
      `select $1 as name, last_value::text as last, is_called as called from ${quoted(name)}`,
      [name],
    )
    if (at) found.push(at)
  }
  return found
}

export async function readReadingDays(sql: Sql): Promise<Manifest['reading_days']> {
  const found = await sql.row(
    days,
    `select replace(substr(min(relname), 9), '_', '-') as first, replace(substr(max(relname), 9), '_', '-') as last
     from pg_class where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r'
       and relname ~ '^reading_\\d{4}_\\d\\d_\\d\\d$'`,
  )
  return found?.first && found.last ? { first: found.first, last: found.last } : null
}
