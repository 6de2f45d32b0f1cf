import { expect, it } from 'vitest'
import { nextTurnAt } from './back-off.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const backOff = { life: 24 * HOUR, longest: 6 * HOUR }
/** Returns in how many minutes a mail that has waited for some is tried again; null = never. */
function wait(minutes: number) {
  const createdAt = new Date('2026-06-18T10:00:00Z')
  const now = createdAt.getTime() + minutes * MINUTE
  const next = nextTurnAt({ createdAt }, backOff, new Date(now))
  return next && (next.getTime() - now) / MINUTE
}

it.each([
  [0, 0.5],
  [1, 0.5],
  [10, 5],
  [3 * 60, 90],
  [16 * 60, 6 * 60],
  [18 * 60 - 1, 6 * 60],
  [18 * 60, null],
])('AUT-06 F14 a mail that has waited %i min for room is tried again in %f', (minutes, next) => {
  expect(wait(minutes)).toBe(next)
})
