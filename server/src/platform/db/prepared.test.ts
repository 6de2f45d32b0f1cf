import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { type Sql, sqlStateOf } from './database.ts'
import { type PreparedQuery, prepared, prepareFew } from './prepared.ts'

const REFUSED = '0A000'
const row = z.object({ n: z.int() })

describe('prepared SQL', () => {
  let place: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    place = await testDatabase('template0')
    await place.db.run('create table number as select generate_series(1, 3) as n')
  })
  afterAll(() => place.close())

  /** How often a connection has run what it prepared by this name; null if it has not. */
  const runs = async (sql: Sql, { name }: PreparedQuery) =>
    (
      await sql.row(
        row,
        'select (generic_plans + custom_plans)::integer as n from pg_prepared_statements where name = $1',
        [name],
      )
    )?.n ?? null

  it('is parsed once per connection, also where a transaction has failed since', async () => {
    const some = prepared('select n from number where n > $1 order by n')
    const failing = place.db.transaction(async (sql) => {
      await sql.rows(row, some, [0])
      await sql.run('select 1 / 0')
    })
    await expect(failing).rejects.toThrow('division by zero')
    await place.db.transaction(async (sql) => {
      expect(await sql.rows(row, some, [1])).toEqual([{ n: 2 }, { n: 3 }])
      expect(await runs(sql, some)).toBe(2)
    })
  })

  it('goes on where a migration adds a column, unless its result would have it, too', async () => {
    const [listed, all] = [prepared('select n from number'), prepared('select * from number')]
    await place.db.transaction(async (sql) => {
      for (const one of [listed, all]) expect(await sql.run(one)).toBe(3)
    })
    await place.db.run('alter table number add column name text')
    expect(await place.db.run(listed)).toBe(3)
    const refused: unknown = await place.db.run(all).catch((error: unknown) => error)
    expect(sqlStateOf(refused)).toBe(REFUSED)
  })

  it('has a name that is whole in PostgreSQL, and belongs to one text', async () => {
    const [one, other] = [prepared('select n from number'), prepared('select n from number limit 1')]
    await place.db.transaction(async (sql) => {
      expect([await sql.run(one), await sql.run(other)]).toEqual([3, 1])
      expect([await runs(sql, one), await runs(sql, other)]).toEqual([expect.any(Number), 1])
    })
  })

  it('is no more than a few texts where callers choose them', () => {
    const few = prepareFew(2)
    const texts = ['select 1', 'select 2', 'select 3', 'select 1']
    expect(texts.map(few)).toEqual([
      prepared('select 1'),
      prepared('select 2'),
      'select 3',
      prepared('select 1'),
    ])
  })
})
