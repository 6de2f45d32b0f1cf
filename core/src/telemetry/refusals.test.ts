import { expect, it } from 'vitest'
import { refusedShare } from './refusals.ts'

it('DSH-15 the share of refused readings is worth saying above one percent', () => {
  expect([refusedShare(0, 0), refusedShare(1, 99), refusedShare(10, 990)]).toEqual([null, null, null])
  expect([refusedShare(14, 986), refusedShare(3, 0)]).toEqual([1.4, 100])
})
