import { expect, it } from 'vitest'
import { openRecentSums } from './recent-sums.ts'

it('CHT-08 F14 what an owner asked for counts half after 20 s, and nothing of it for others', () => {
  let now = 0
  const sums = openRecentSums(() => now)
  expect(sums.add('anna', 400)).toBe(400)
  now += 20_000
  expect(sums.add('anna', 100)).toBe(300)
  now += 40_000
  expect(sums.add('anna', 0)).toBe(75)
  expect(sums.add('bert', 10)).toBe(10)
})
