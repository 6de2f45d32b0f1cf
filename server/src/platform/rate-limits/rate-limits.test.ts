import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { rateLimits } from './rate-limits.ts'

const NOW = Date.parse('2026-06-18T10:00:00Z')
/** The limit of `password`. */
const TRIES = 5
const WINDOW_MS = 15 * 60_000

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const counted = () => rateLimits(test.db, Buffer.from('secret'))
const begin = (who: string, ms: number) => counted().begin([{ limit: 'password', who }], new Date(NOW + ms))
async function useUp(who: string, ms: number) {
  for (let i = 0; i < TRIES; i++) await begin(who, ms)
}

describe('attempts', () => {
  it('AUT-07 count until their window ends; the next one begins a new window', async () => {
    await useUp('anna', 0)
    await expect(begin('anna', WINDOW_MS - 1)).rejects.toMatchObject({ code: 'too_many_attempts' })
    await useUp('anna', WINDOW_MS)
    await expect(begin('anna', WINDOW_MS + 1)).rejects.toMatchObject({ code: 'too_many_attempts' })
    await expect(begin('anna', 2 * WINDOW_MS - 1)).rejects.toMatchObject({ code: 'too_many_attempts' })
    await begin('anna', 2 * WINDOW_MS)
  })

  it('AUT-07 are deleted in parts, however many a stranger has left', async () => {
    await test.db.run(
      `insert into attempt (key, hits, resets_at) select 'left ' || n, 1, $1 from generate_series(1, 12000) as n`,
      [new Date(NOW - WINDOW_MS)],
    )
    const parts: number[] = []
    const counting = {
      ...test.db,
      async run(text: string, values?: readonly unknown[]) {
        const deleted = await test.db.run(text, values)
        parts.push(deleted)
        return deleted
      },
    }
    await rateLimits(counting, Buffer.from('secret')).forgetOld(new Date(NOW - WINDOW_MS))
    expect(parts).toEqual([5000, 5000, 2000])
  })

  it('AUT-07 are deleted once their window has ended, and no sooner', async () => {
    const forget = (ms: number) => counted().forgetOld(new Date(NOW + ms))
    await useUp('berta', 0)
    await forget(WINDOW_MS - 1)
    await expect(begin('berta', 0)).rejects.toMatchObject({ code: 'too_many_attempts' })
    await forget(WINDOW_MS)
    await begin('berta', 0)
  })

  it('AUT-07 F3 are refused beyond a limit without waiting for others of the same key', async () => {
    await useUp('vera', 0)
    await test.db.transaction(async (sql) => {
      await sql.run('select from attempt for update')
      await expect(begin('vera', 1)).rejects.toMatchObject({ code: 'too_many_attempts' })
    })
  })

  it('AUT-07 leave no row where all of them were given back', async () => {
    const keys = async () =>
      (await test.db.rows(z.object({ hits: z.int() }), 'select hits from attempt')).length
    const [before, at] = [await keys(), new Date(NOW)]
    await useUp('wanda', 0)
    const tries = [{ limit: 'password', who: 'wanda' } as const, { limit: 'export', who: 'wanda' } as const]
    await expect(counted().begin(tries, at)).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(await keys()).toBe(before + 1)
    const made = await counted().begin([{ limit: 'wait', who: 'wanda', times: 2 }], at)
    await counted().begin([{ limit: 'wait', who: 'wanda' }], at)
    await counted().succeed(made)
    expect(await keys()).toBe(before + 2)
  })

  it('AUT-07 leave no row where all were given back at the same time', async () => {
    const left = async () => test.db.run('select from attempt')
    const before = await left()
    const begun = () => counted().begin([{ limit: 'command', who: 'xenia' }], new Date(NOW))
    const made = [await begun(), await begun(), await begun()]
    const ending = await test.db.transaction(async (sql) => {
      await sql.run('select from attempt for update')
      const all = Promise.all(made.map((attempt) => counted().succeed(attempt)))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => expect(await test.db.run(waits)).toBe(made.length))
      return { all }
    })
    await ending.all
    expect(await left()).toBe(before)
  })

  const both = [
    { limit: 'password', who: 'carla' },
    { limit: 'export', who: 'carla' },
  ] as const
  type Attempts = ReturnType<typeof counted>
  it.each<[string, (held: Attempts, made: Awaited<ReturnType<Attempts['begin']>>) => Promise<unknown>]>([
    ['given back', (held, made) => held.succeed(made, 'claim')],
    ['forgotten', (held) => held.forget(both)],
    ['deleted', (held) => held.forgetOld(new Date(NOW + 2 * 3_600_000))],
  ])('AUT-07 that are %s never wait for one another for good', async (_, end) => {
    for (const who of ['dora', 'emil', 'frida', 'georg']) await begin(who, 0)
    const made = await counted().begin(both, new Date(NOW))
    const [first, second] = made.map(({ key }) => key)
    // Moves the row behind the other, where a sequential scan, the best plan for so few rows, finds it last.
    await test.db.run('update attempt set hits = hits where key = $1', [first])
    await test.db.run('analyze attempt')
    const hold = 'select from attempt where key = $1 for update'
    let ending: Promise<unknown> | undefined
    await test.db.transaction(async (sql) => {
      await sql.run(hold, [first])
      let ended = false
      ending = end(counted(), made).finally(() => {
        ended = true
      })
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => expect(ended || (await test.db.run(waits)) === 1).toBe(true))
      await sql.run(hold, [second])
    })
    await ending
  })
})
