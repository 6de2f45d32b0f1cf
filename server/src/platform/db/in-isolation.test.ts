import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { DatabaseUnavailableError, type Sql } from './database.ts'
import { inIsolation } from './in-isolation.ts'

let place: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  place = await testDatabase()
  await place.db.run('create table work (id integer primary key, done integer not null default 0)')
})
afterAll(() => place.close())
beforeEach(async () => {
  await place.db.run('truncate work')
  await place.db.run('insert into work (id) values (1), (2), (3)')
})

const add = (sql: Sql, id: number) => sql.run('update work set done = done + 1 where id = $1', [id])
const doneIds = async () =>
  (await place.db.rows(z.object({ id: z.int() }), 'select id from work where done = 1 order by id')).map(
    ({ id }) => id,
  )

/** Works on three items with short time limits; resolves to the items that failed. */
async function work(each: (sql: Sql, id: number) => Promise<unknown>, items = [1, 2, 3], mend = add) {
  const failed: number[] = []
  await place.db.transaction(async (sql) => {
    await sql.run("set local lock_timeout = '50ms'; set local statement_timeout = '300ms'")
    await inIsolation(
      sql,
      items,
      async (ids) => {
        for (const id of ids) await each(sql, id)
      },
      async (id) => {
        failed.push(id)
        await mend(sql, id)
      },
    )
  })
  return failed
}

/** Keeps a row locked while `during` runs. */
const locked = <T>(id: number, during: () => Promise<T>) =>
  place.db.transaction(async (sql) => {
    await sql.run('select from work where id = $1 for update', [id])
    return during()
  })
const slow = (ids: readonly number[]) => async (sql: Sql, id: number) => {
  await add(sql, id)
  if (ids.includes(id)) await sql.run('select pg_sleep(5)')
}
const nothing = async () => 0

describe('work in isolation', () => {
  it('PRD-02 a locked row costs its own item alone, also where its fault cannot be noted', async () => {
    expect(await locked(2, () => work(add, [1, 2, 3], nothing))).toEqual([2])
    expect(await doneIds()).toEqual([1, 3])
    expect(await locked(2, () => work(add, [2], add))).toEqual([2])
    expect(await locked(1, () => work(add, [1, 2, 3], add))).toEqual([1])
  })

  it('PRD-02 a statement that takes too long costs its own item alone', async () => {
    expect(await work(slow([1]), [1, 2, 3], nothing)).toEqual([1])
    expect(await doneIds()).toEqual([2, 3])
  })

  it('PRD-02 two that take too long, one after the other, keep nobody else waiting for good', async () => {
    expect(await work(slow([1, 2]), [1, 2, 3], nothing)).toEqual([1, 2])
    expect(await doneIds()).toEqual([])
    expect(await work(slow([1, 2]), [3], nothing)).toEqual([])
    expect(await doneIds()).toEqual([3])
  })

  it('PRD-02 a database that is too slow for all items, and to note it, is unavailable, and no fault of theirs', async () => {
    const sleep = (sql: Sql) => sql.run('select pg_sleep(5)')
    await expect(work(slow([1, 2]), [1, 2, 3], sleep)).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(work(slow([3]), [3])).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(await doneIds()).toEqual([])
  })

  it('PRD-02 a connection that ends is none of an item', async () => {
    const cut = (sql: Sql) => sql.run('select pg_terminate_backend(pg_backend_pid())')
    await expect(work(cut)).rejects.toBeInstanceOf(DatabaseUnavailableError)
  })

  it('PRD-02 what goes wrong while a fault is handled is thrown', async () => {
    const broken = (_: Sql, id: number) => Promise.reject(new Error(`fault ${id}`))
    await expect(work(broken, [1, 2, 3], broken)).rejects.toThrow('fault 1')
  })
})
