import { describe, expect, it } from 'vitest'
import { setUpClaims } from '../../test/set-up/claims.ts'
import { claims, keysOf } from './claims.ts'
import { systemStore } from './store.ts'

const DAY = 86_400_000
const NOW = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const { codeKey, newOwner, newSystem, test } = setUpClaims()
const claim = async (key: string, owner: string, now: Date) => {
  const [made] = await test.db.transaction((sql) => claims(sql, codeKey).make(keysOf([key]), owner, now))
  return made?.outcome
}

describe('a system that was given up', () => {
  it('AUT-12 is claimed again by the same owner ten times in a week, by code or switch', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [system, other] = [await newSystem(), await newSystem()]
    for (let hour = 0; hour < 10; hour += 1) {
      const at = later(hour * 3_600_000)
      expect(await claim(system.code, anna, at)).toBe('claimed')
      await systemStore(test.db).release(system.sn, anna, at)
    }
    const tooMany = { code: 'too_many_attempts', detail: { retryAfter: 60 } }
    const end = later(7 * DAY - 60_000)
    await expect(claim(system.code, anna, end)).rejects.toMatchObject(tooMany)
    await expect(claim(system.sn, anna, end)).rejects.toMatchObject(tooMany)
    expect(await claim(other.code, anna, end)).toBe('claimed')
    expect(await claim(system.code, bert, end)).toBe('claimed')
    await systemStore(test.db).release(system.sn, bert, end)
    expect(await claim(system.code, anna, later(7 * DAY))).toBe('claimed')
  })
})
