import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../test/api.ts'
import { judgeDueRules } from './due.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('ALR-26 API-14 rules are judged by owners in turn, however many systems of one wait', async () => {
  const made = [
    await api.owner('anna@example.org', ['1001', '1002', '1003']),
    await api.owner('bert@example.org', ['1004']),
  ]
  const waiting = made.flatMap(({ owner, systems }) => systems.map((system) => ({ owner, system })))
  await api.db.run('insert into latest (system) select id from storage_system on conflict do nothing')
  await api.db.run(
    `insert into own_rule (owner, system, created_at, quantity, comparison, threshold, minutes, due_at)
     select owner, system, $3, 'pv', 'above', 5000, 60, $3::timestamptz + place * interval '1 second'
     from unnest($1::uuid[], $2::integer[]) with ordinality as one(owner, system, place)`,
    [waiting.map(({ owner }) => owner), waiting.map(({ system }) => system), api.now()],
  )
  const left = async () =>
    (
      await api.db.rows(
        z.object({ sn: z.string() }),
        'select sn from own_rule join storage_system on storage_system.id = system where due_at is not null order by sn',
      )
    ).map(({ sn }) => sn)
  const served = new Set<string>()
  const seen = []
  while (await api.db.transaction((sql) => judgeDueRules(sql, served))) seen.push(await left())
  expect(seen).toEqual([['1002', '1003', '1004'], ['1002', '1003'], ['1003'], []])
})
