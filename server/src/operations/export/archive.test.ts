import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { unzip } from '../../../test/unzip.ts'
import { archive } from './archive.ts'

const options = { now: new Date('2026-11-21T10:00:00Z'), onFault: () => undefined }
const PAGE = 'x'.repeat(100_000)

/** Endless pages, and a record of what was read. */
function endless() {
  const seen = { asked: 0, stopped: false }
  async function* content() {
    try {
      for (;;) {
        seen.asked += 1
        // Different each time, or compression would leave nearly nothing of it.
        yield Array.from({ length: 10_000 }, () => Math.random()).join()
      }
    } finally {
      seen.stopped = true
    }
  }
  return { seen, entry: { path: 'endless.csv', content } }
}

describe('an archive', () => {
  it('SET-06 holds its files in order, the empty one too', async () => {
    const entries = ['a.json', 'empty.csv', 'b/c.csv'].map((path) => ({
      path,
      async *content() {
        if (path !== 'empty.csv') yield* [path, PAGE, 'ü']
      },
    }))
    const files = await unzip(await buffer(archive(entries, options)))
    expect([...files.keys()]).toEqual(['a.json', 'empty.csv', 'b/c.csv'])
    expect(files.get('b/c.csv')).toBe(`b/c.csv${PAGE}ü`)
    expect(files.get('empty.csv')).toBe('')
  })

  it('SET-06 reads no further than it is read, and stops when it is let go', async () => {
    const { seen, entry } = endless()
    const body = archive([entry], options)
    await once(body, 'readable')
    await expect.poll(() => seen.asked).toBeGreaterThan(0)
    let before = Number.NaN
    const hasSettled = () => {
      const same = seen.asked === before
      before = seen.asked
      return same
    }
    await expect.poll(hasSettled).toBe(true)
    expect(seen.asked).toBeLessThan(10)

    body.destroy()
    await expect.poll(() => seen.stopped).toBe(true)
    expect(seen.asked).toBe(before)
  })

  it('SET-06 breaks off without an end when a file cannot be read', async () => {
    const faults: unknown[] = []
    const entries = [
      {
        path: 'a.csv',
        async *content() {
          yield PAGE
          throw new Error('away')
        },
      },
    ]
    const body = archive(entries, { ...options, onFault: (fault) => faults.push(fault) })
    await expect(buffer(body)).rejects.toThrow()
    expect(faults).toEqual([new Error('away')])
  })
})
