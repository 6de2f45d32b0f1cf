import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { inTurns } from './in-turns.ts'

async function* pages(count: number) {
  for (let page = 0; page < count; page += 1) yield page
}

async function all<T>(source: AsyncIterable<T>) {
  const found: T[] = []
  for await (const one of source) found.push(one)
  return found
}

describe('pages read in turns', () => {
  it('SET-06 F14 keep nobody else waiting while nobody reads them', async () => {
    const { run } = openFairQueue({ atOnce: 1, each: 2, all: 9, retryAfter: 1, untilMade: true })
    const of = (owner: string) => {
      const call = { caller: { owner }, reply: { raw: new PassThrough() } }
      return inTurns(pages(5), (step) => run(call, step))
    }
    const unread = of('anna')
    expect((await unread.next()).value).toBe(0)
    expect(await all(of('bert'))).toEqual([0, 1, 2, 3, 4])
    expect(await all(unread)).toEqual([1, 2, 3, 4])
  })

  it('SET-06 end their source when they are left', async () => {
    let ended = false
    async function* source() {
      try {
        yield* pages(5)
      } finally {
        ended = true
      }
    }
    for await (const page of inTurns(source(), (step) => step())) if (page === 1) break
    expect(ended).toBe(true)
  })
})
