import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { oneAtATime } from './one-at-a-time.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const running = z.object({ queries: z.int() })
/** Counts itself and all others that run beside it. */
const COUNT = `select count(*)::integer as queries from pg_stat_activity, pg_sleep(0.05)
  where datname = current_database() and state = 'active'`

it('CHT-08 F14 queries of one question run one after the other, in order', async () => {
  const sql = oneAtATime(test.db)
  const counts = await Promise.all([1, 2, 3, 4].map(() => sql.row(running, COUNT)))
  expect(counts).toEqual([1, 2, 3, 4].map(() => ({ queries: 1 })))
})

it('CHT-08 F14 none of them is run after one has failed', async () => {
  const sql = oneAtATime(test.db)
  const failing = sql.run('select 1 / 0')
  const after = sql.run('create table never ()')
  await expect(failing).rejects.toThrow('division by zero')
  await expect(after).rejects.toThrow('division by zero')
  expect(
    await test.db.row(z.object({ name: z.nullable(z.string()) }), `select to_regclass('never') as name`),
  ).toEqual({
    name: null,
  })
})
