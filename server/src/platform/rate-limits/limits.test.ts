import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import type { Limit } from './limits.ts'
import { rateLimits } from './rate-limits.ts'

const NOW = Date.parse('2026-06-18T10:00:00Z')
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const counted = () => rateLimits(test.db, Buffer.from('secret'))
const begin = (limit: Limit, times: number, ms: number) =>
  counted().begin([{ limit, who: 'anna', times }], new Date(NOW + ms))
const refusal = (ms: number) => ({ code: 'too_many_attempts', detail: { retryAfter: ms / 1000 } })

describe('a limit', () => {
  it.each<[Limit, number, number]>([
    ['account_and_network', 5, 15 * MINUTE],
    ['network', 20, MINUTE],
    ['account', 100, DAY],
    ['attacked_account', 1, 15 * MINUTE],
    ['attacked_account_site', 1, 15 * MINUTE],
    ['attacked_account_day', 300, DAY],
    ['sign_in_warning', 1, 7 * DAY],
    ['device', 5, 15 * MINUTE],
    ['devices', 50, DAY],
    ['wait', 6, HOUR],
    ['wait_network', 30, HOUR],
    ['reset', 3, 15 * MINUTE],
    ['reset_address', 3, 20 * MINUTE],
    ['reset_address_site', 12, DAY],
    ['confirmation_address', 6, DAY],
    ['confirmation_address_site', 3, DAY],
    ['confirmation_wanted', 6, DAY],
    ['confirmation_wanted_site', 3, DAY],
    ['reset_network', 20, HOUR],
    ['reset_site', 200, HOUR],
  ])('AUT-13 AUT-14 of %s allows exactly %i in %i ms', async (limit, tries, windowMs) => {
    await begin(limit, tries, 0)
    await expect(begin(limit, 1, 0)).rejects.toMatchObject(refusal(windowMs))
    await expect(begin(limit, 1, windowMs - 1000)).rejects.toMatchObject(refusal(1000))
    await begin(limit, tries, windowMs)
  })
})
