import { expect, it } from 'vitest'
import { byText } from './order.ts'

it('ENT-01 texts are sorted by their characters, and none comes before itself', () => {
  expect(['B', '10', 'A', '9', ''].toSorted(byText)).toEqual(['', '10', '9', 'A', 'B'])
  expect([byText('a', 'b'), byText('b', 'a'), byText('a', 'a')]).toEqual([-1, 1, 0])
})
