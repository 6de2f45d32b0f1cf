import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Sql } from '../../src/platform/db/database.ts'

/** Where a word was found: a table, a file, a line. */
export type Trace = { readonly word: string; readonly where: string }

const hex = (word: string) => Buffer.from(word).toString('hex')

/** Finds words in any column of any table of the database, also inside JSON and bytes; case-insensitive. */
export async function tracesInDatabase(sql: Sql, words: readonly string[]): Promise<Trace[]> {
  const tables = await sql.rows(
    z.object({ name: z.string() }),
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql.rows(
        z.object({ word: z.string(), where: z.string() }),
        `select distinct wanted.word, $1 as where from ${name} as row_of
         join unnest($2::text[], $3::text[]) as wanted (word, bytes)
           on strpos(lower(row_of::text), lower(wanted.word)) > 0 or strpos(row_of::text, wanted.bytes) > 0
         order by wanted.word`,
        [name, words, words.map(hex)],
      ),
    ),
  )
  return found.flat()
}

/** Finds words in any of these texts. */
export const tracesIn = (texts: readonly string[], words: readonly string[]): Trace[] =>
  words.flatMap((word) =>
    texts.filter((text) => text.toLowerCase().includes(word.toLowerCase())).map((where) => ({ word, where })),
  )

/** Finds words in names or contents of a folder's files, except in the folders named in `except`. */
export async function tracesInFiles(
  folder: string,
  words: readonly string[],
  except: readonly string[] = [],
): Promise<Trace[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry): Promise<Trace[]> => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return except.includes(entry.name) ? [] : tracesInFiles(path, words)
      const text = entry.isFile() ? await readFile(path, 'latin1') : ''
      return tracesIn([path + text], words).map(({ word }) => ({ word, where: path }))
    }),
  )
  return found.flat()
}
