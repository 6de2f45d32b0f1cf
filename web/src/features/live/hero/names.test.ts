import { expect, it } from 'vitest'
import { shortened } from './names.ts'

it.each([
  ['Garage', 'Garage'],
  ['x'.repeat(24), 'x'.repeat(24)],
  ['x'.repeat(25), `${'x'.repeat(23)}…`],
  [`${'x'.repeat(22)}👨‍👩‍👧‍👦yz`, `${'x'.repeat(22)}👨‍👩‍👧‍👦…`],
  [`\u2068${'א'.repeat(40)}\u2069`, `\u2068${'א'.repeat(22)}…\u2069`],
])('SET-07 in a sentence %s is %s', (name, shown) => {
  expect(shortened(name)).toBe(shown)
})
