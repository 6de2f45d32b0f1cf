import { expect, it } from 'vitest'
import { createCache } from './cache.ts'

it('FCT-09 keeps what is used, and drops the value that was unused for longest', () => {
  const cache = createCache<string>(2)
  const made: string[] = []
  const ask = (key: string) =>
    cache(key, () => {
      made.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})
