import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openExports } from './open-exports.ts'

const MOST = 100

/** Opens as many exports as there may be; returns their responses and what counts their bytes. */
function full() {
  let ms = 0
  const exports = openExports(() => ms)
  const open = (owner: string) => {
    const raw = new PassThrough()
    return { raw, note: exports.begin(owner, raw) }
  }
  const all = Array.from({ length: MOST }, (_, i) => open(`owner${i}`))
  return {
    ...{ all, open },
    pass: (more: number) => {
      ms += more
    },
  }
}

describe('exports under way', () => {
  it('SET-06 F14 are refused while all places were taken just now, and get the place of one that has ended', async () => {
    const { all, open, pass } = full()
    pass(29_999)
    expect(() => open('anna')).toThrow('unavailable')
    all[7]?.raw.destroy()
    await new Promise(setImmediate)
    open('anna')
    expect(() => open('bert')).toThrow('unavailable')
  })

  it('SET-06 F14 break off the slowest for a new one', () => {
    const { all, open, pass } = full()
    for (const [i, { note }] of all.entries()) note(i === 42 ? 1000 : 2_000_000)
    pass(60_000)
    const next = open('anna')
    expect(all.map(({ raw }) => raw.destroyed).indexOf(true)).toBe(42)
    expect([all.filter(({ raw }) => raw.destroyed).length, next.raw.destroyed]).toEqual([1, false])
  })

  it('SET-06 F14 are two of an owner at most', () => {
    const exports = openExports()
    const [first, second] = [new PassThrough(), new PassThrough()]
    exports.begin('anna', first)
    exports.begin('anna', second)
    expect(() => exports.begin('anna', new PassThrough())).toThrow('too_many_attempts')
    exports.begin('bert', new PassThrough())
  })
})
