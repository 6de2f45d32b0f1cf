import { expect, it } from 'vitest'
import type { Db } from '../db/database.ts'
import { openDatabaseCheck } from './health.ts'

/** A check of a database that answers when the test says so. */
function opened() {
  let now = 0
  const asked: PromiseWithResolvers<unknown>[] = []
  const row: Db['row'] = async (schema) => {
    const answer = Promise.withResolvers<unknown>()
    asked.push(answer)
    return schema.parse(await answer.promise)
  }
  return {
    asked,
    check: openDatabaseCheck({ row }, () => now),
    skip: (ms: number) => {
      now += ms
    },
  }
}

it('HND-24 F14 asks the database once for all who call meanwhile, and keeps the answer for a moment', async () => {
  const { asked, check, skip } = opened()
  const answers = Promise.all(Array.from({ length: 100 }, check))
  skip(5000)
  const later = check()
  expect(asked).toHaveLength(1)
  asked[0]?.resolve({ writable: true })
  expect(new Set([...(await answers), await later])).toEqual(new Set([null]))
  skip(-4900)
  expect(await check()).toBeNull()
  expect(asked).toHaveLength(1)
  skip(200)
  const next = check()
  expect(asked).toHaveLength(2)
  asked[1]?.resolve({ writable: false })
  expect(await next).toBe('read-only')
  skip(250)
  const last = check()
  asked[2]?.reject(new Error('away'))
  expect(await last).toBe('away')
})
