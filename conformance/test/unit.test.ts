import { expect, it } from 'vitest'
import { tested } from './simulated-unit.ts'

it('UNT-03 finds all right with the simulated unit', async () => {
  const results = await tested()
  expect(results.filter(({ verdict }) => verdict !== 'right')).toEqual([])
  expect(results.length).toBeGreaterThan(35)
})
