import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { readReadingDays, readSequences, readTables } from './catalog.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)

describe('what a backup finds in a database', () => {
  it('HND-03 is what this schema holds, with the columns that can be written, in their order', async () => {
    const before = await readTables(test.db)
    expect(names(before)).not.toContain('reading_older')
    const sequences = names(await readSequences(test.db))
    expect(sequences).toEqual(sequences.toSorted())
    await test.db.run(`
      create schema other;
      create table other.thing (id serial primary key, parent integer references other.thing);
      create view shown as select 1 as one;
      create table whole (b integer, gone integer, a integer, twice integer generated always as (a * 2) stored);
      alter table whole drop column gone;
      create table always (a integer)`)
    const after = await readTables(test.db)
    const isNew = ({ name }: { name: string }) => name === 'always' || name === 'whole'
    expect(after.filter(isNew)).toEqual([
      { name: 'always', columns: ['a'] },
      { name: 'whole', columns: ['b', 'a'] },
    ])
    expect(after.filter((one) => !isNew(one))).toEqual(before)
    expect(names(await readSequences(test.db))).toEqual(sequences)
  })

  it('HND-03 comes in an order in which each table is there before those that refer to it', async () => {
    const tables = names(await readTables(test.db))
    const order = ['storage_system', 'ownership', 'command'].map((name) => tables.indexOf(name))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  it('HND-03 has the days of its own raw readings, from the first to the last', async () => {
    expect(await readReadingDays(test.db)).toBeNull()
    await test.db.run(`
      select make_reading_partitions('2026-06-01', '2026-06-03');
      create table reading_2020_01_01 (at date);
      create schema elsewhere;
      create table elsewhere.reading (at date) partition by range (at);
      create table elsewhere.reading_2030_01_01 partition of elsewhere.reading
        for values from ('2030-01-01') to ('2030-01-02')`)
    expect(await readReadingDays(test.db)).toEqual({ first: '2026-06-01', last: '2026-06-03' })
  })
})
