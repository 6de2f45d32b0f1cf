import { describe, expect, it } from 'vitest'
import { ApiError } from '../api-error.ts'
import { openHalfTime } from './half-time.ts'

/** A queue on a clock of its own, which work and pauses move on, with what happened on it. */
function opened(all = 10) {
  let at = 0
  const log: string[] = []
  const clock = {
    now: () => at,
    pause: async (ms: number) => {
      log.push(`${at}: others for ${ms}`)
      at += ms
    },
  }
  const { run } = openHalfTime({ all, retryAfter: 5 }, clock)
  const work = (name: string, ms: number) => () => {
    log.push(`${at}: ${name}`)
    at += ms
    return name
  }
  function pass(ms: number) {
    at += ms
  }
  return { log, run, work, pass }
}

describe('work that blocks the event loop', () => {
  it('F14 AUT-02 leaves it to others for as long as it took, and comes in its order', async () => {
    const { log, run, work } = opened()
    expect(await Promise.all([run(work('a', 12)), run(work('b', 3)), run(work('c', 1))])).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(log).toEqual([
      ...['0: others for 0', '0: a', '12: others for 12', '24: b'],
      ...['27: others for 3', '30: c'],
    ])
  })

  it('F14 AUT-02 waits no longer than is left of that, but always gives others a turn', async () => {
    const { log, run, work, pass } = opened()
    await run(work('a', 12))
    pass(8)
    await run(work('b', 3))
    pass(100)
    await run(work('c', 1))
    expect(log.slice(2)).toEqual(['20: others for 4', '24: b', '127: others for 0', '127: c'])
  })

  it('F14 AUT-02 fails alone, and counts for as long as it took', async () => {
    const { log, run, work, pass } = opened()
    const failing = run(() => {
      pass(7)
      throw new Error('no')
    })
    const next = run(work('b', 1))
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('b')
    expect(log).toEqual(['0: others for 0', '7: others for 7', '14: b'])
  })

  it('F14 AUT-02 is refused where too much waits, until it has room again', async () => {
    const { run, work } = opened(2)
    const held = [run(work('a', 1)), run(work('b', 1))]
    await expect(run(work('c', 1))).rejects.toMatchObject(new ApiError('unavailable', { retryAfter: 5 }))
    await Promise.all(held)
    expect(await run(work('c', 1))).toBe('c')
  })
})
