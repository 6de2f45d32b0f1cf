import { describe, expect, it } from 'vitest'
import { recent } from './recent.ts'

describe('what is remembered of sessions', () => {
  it('AUT-11 is what was put in last, however often that was', () => {
    const map = recent<string, number>(2)
    map.set('anna', 1)
    map.set('berta', 2)
    map.set('anna', 3)
    map.set('clara', 4)
    expect(['anna', 'berta', 'clara'].map(map.get)).toEqual([3, undefined, 4])
  })
})
