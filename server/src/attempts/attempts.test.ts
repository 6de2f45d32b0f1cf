import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { attempts } from './attempts.ts'

const NOW = Date.parse('2026-06-18T10:00:00Z')
/** The limit of `password`. */
const TRIES = 5
const WINDOW_MS = 15 * 60_000

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const counted = () => attempts(test.db, Buffer.from('secret'))
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

  it('AUT-07 are deleted once their window has ended, and no sooner', async () => {
    const forget = (ms: number) => counted().forgetOld(new Date(NOW + ms))
    await useUp('berta', 0)
    await forget(WINDOW_MS - 1)
    await expect(begin('berta', 0)).rejects.toMatchObject({ code: 'too_many_attempts' })
    await forget(WINDOW_MS)
    await begin('berta', 0)
  })
})
