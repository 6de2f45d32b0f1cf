import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['j.wagner@example.de', 'JW'],
  ['jana@example.de', 'J'],
  ['anna-maria.von_berg+x2@example.de', 'AX'],
  ['änne.öl@example.de', 'ÄÖ'],
  ['1234@example.de', '1'],
])('SHL-01 the initials of %s', (email, letters) => {
  expect(initials(email)).toBe(letters)
})
