import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'

/** Foreign keys that need no index of their own, and why. */
const WITHOUT_INDEX = {
  'firmware_update(system, since)': 'firmware_update_newest finds a system’s, which are few',
  'release(key)': 'a release is a row that an operator publishes',
  'update_action(release)': 'releases are deleted with the demo’s key alone, while no server runs',
}

let place: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.close())

/**
 * Resolves to foreign keys, as `table(column, …)`, without a valid index that begins with their columns, in any order, and holds
 * all rows, or all where the only column is not null.
 */
async function withoutIndex() {
  const found = await place.db.rows(
    z.object({ name: z.string() }),
    `with key as (
       select oid, conrelid, conkey, (select string_agg(quote_ident(attname), ', ' order by place)
         from unnest(conkey) with ordinality as part(attnum, place) join pg_attribute using (attnum)
         where attrelid = conrelid) as columns
       from pg_constraint
       where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0)
     select conrelid::regclass || '(' || columns || ')' as name from key
     where not exists (
       select from pg_index where indrelid = conrelid and indisvalid
         and conkey <@ (indkey::smallint[])[0:cardinality(conkey) - 1]
         and coalesce(pg_get_expr(indpred, indrelid) = '(' || columns || ' IS NOT NULL)', indpred is null))
     order by conrelid::regclass::text collate "C", columns`,
  )
  return found.map(({ name }) => name)
}

describe('foreign keys', () => {
  it('SET-04 AUT-09 have an index, so that deleting an account or a session reads no whole table', async () => {
    expect(await withoutIndex()).toEqual(Object.keys(WITHOUT_INDEX))
  })

  it('SET-04 are found without one', async () => {
    await place.db.run('create table part (owner uuid references owner on delete cascade, at timestamptz)')
    const index = (columns: string) => place.db.run(`create index part_owner on part ${columns}`)
    for (const useless of ['(at, owner)', '(owner) where at is null', '(owner) where at is not null']) {
      await index(useless)
      expect(await withoutIndex()).toContain('part(owner)')
      await place.db.run('drop index part_owner')
    }
    await index('(owner, at) where owner is not null')
    expect(await withoutIndex()).not.toContain('part(owner)')
    await place.db.run('drop table part')
  })
})
