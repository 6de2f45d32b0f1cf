import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tables } from './server/test/database/tables.ts'

const src = 'server/src/'
const modules = globSync(`${src}**/*.ts`, { exclude: (name) => name.endsWith('.test.ts') }).map((file) => ({
  name: file.slice(src.length, -'.ts'.length),
  text: readFileSync(file, 'utf8')
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '')
    .replace(/^ *\/\/.*$/gm, ''),
}))
const migrated = globSync('server/migrations/*.sql').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name),
)

const matching = (pattern: RegExp) =>
  modules
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()
const writers = (table: string) =>
  matching(new RegExp(`(?<!on conflict .*do )\\b(?:insert into|update|delete from) ${table}\\b(?!\\.)`))
const readers = (table: string) =>
  matching(new RegExp(`(?:\\b(?:from|join|using)|\\}) (?:only )?${table}\\b(?! =|\\.)`))

describe('tables', () => {
  it('are each written and read by the modules named in `server/test/database/tables.ts`', () => {
    const found = migrated.map((table) => {
      const writes = writers(table)
      const reads = readers(table).filter((name) => !writes.includes(name))
      return [table, reads.length > 0 ? { writes, reads } : { writes }] as const
    })
    expect(Object.fromEntries(found)).toEqual(tables)
  })
})
