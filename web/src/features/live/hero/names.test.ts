import { expect, it } from 'vitest'
import { areAlike, shortened, withEnd } from './names.ts'

it.each([
  ['Garage', 'Garage'],
  ['x'.repeat(24), 'x'.repeat(24)],
  ['x'.repeat(25), `${'x'.repeat(23)}…`],
  [`${'x'.repeat(22)}👨‍👩‍👧‍👦yz`, `${'x'.repeat(22)}👨‍👩‍👧‍👦…`],
  [`\u2068${'א'.repeat(40)}\u2069`, `\u2068${'א'.repeat(22)}…\u2069`],
])('SET-07 in a sentence %s is %s', (name, shown) => {
  expect(shortened(name)).toBe(shown)
})

it.each([
  [['L1', 'L2', 'L3'], false],
  [['Garage', 'Garten', 'Keller'], false],
  [['Speicher Garage', 'Keller', 'Speicher Keller'], true],
])('SET-07 %o look alike where there is little room: %s', (names, alike) => {
  expect(areAlike(names)).toBe(alike)
})

it.each([
  ['Speicher in der Garage', 'Speicher in der ', 'Garage'],
  ['Speicher 2', 'Speicher ', '2'],
  ['Nebengebäude Dachgeschoss', 'Nebengebäude Dachg', 'eschoss'],
  ['Gateway', 'Gateway', ''],
  ['\u2068מרתף הבית\u2069', '\u2068מרתף הבית\u2069', ''],
])('SET-07 of %s the end is shown', (name, start, end) => {
  expect(withEnd(name)).toEqual({ start, end })
})
