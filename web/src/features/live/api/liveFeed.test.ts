import type { CurrentDataList } from '@kellersonne/contract/live/live'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feedBench as bench } from '../../../../test/feedBench.ts'
import { systemAt, wire } from '../../../../test/systems.ts'
import { ApiError } from '../../../platform/client/client.ts'
import { type FeedDeps, POLL_MS, pauseAfter, SILENCE_MS } from './liveFeed.ts'

const START = new Date('2026-06-18T09:42:00Z')

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('the live feed', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.clearAllTimers())

  it('DSH-07 shows what is pushed: all first, then what changed, by phase', async () => {
    const { feed, last, socs, polls } = bench()
    feed.start()
    expect(socs()).toBe('loading')
    last().on.data(wire(systemAt('1002', 2, 20), systemAt('1001', 1, 10)))
    expect(socs()).toEqual([10, 20])
    last().on.data(wire(systemAt('1002', 2, 21)))
    expect(socs()).toEqual([10, 21])
    expect(feed.snapshot()).toMatchObject({ status: 'ready', connection: 'push', receivedAt: START })
    expect(polls).not.toHaveBeenCalled()
  })

  it('DSH-07 drops a system that a new push no longer names', async () => {
    const { feed, last, socs } = bench()
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 10), systemAt('1002', 2, 20)))
    last().end()
    await pass(1000)
    last().on.data(wire(systemAt('1002', 2, 22)))
    expect(socs()).toEqual([22])
  })

  it('DSH-07 opens a push that ended after data again, without polling or saying so', async () => {
    const { feed, pushes, last, polls } = bench()
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 10)))
    last().end()
    await pass(1000)
    expect(pushes).toHaveLength(2)
    expect(feed.snapshot()).toMatchObject({ connection: 'push' })
    expect(polls).not.toHaveBeenCalled()
  })

  it('DSH-07 polls at once and every 30 s while push is cut, until push is back', async () => {
    let soc = 10
    const { feed, last, socs, polls } = bench(async () => wire(systemAt('1001', 1, soc++)))
    feed.start()
    last().fail(new ApiError('network'))
    await pass()
    expect(socs()).toEqual([10])
    expect(feed.snapshot()).toMatchObject({ connection: 'polling' })
    await pass(POLL_MS)
    expect(socs()).toEqual([11])
    last().on.data(wire(systemAt('1001', 1, 50)))
    expect(feed.snapshot()).toMatchObject({ connection: 'push' })
    await pass(POLL_MS - 1)
    expect([polls.mock.calls.length, socs()]).toEqual([2, [50]])
  })

  it('DSH-09 shows that the server is away as soon as push cannot be reopened, though a poll was just answered', async () => {
    const poll = vi.fn<FeedDeps['poll']>(async () => wire(systemAt('1001', 1, 10)))
    const { feed, last } = bench(poll)
    feed.start()
    last().fail(new ApiError('unavailable'))
    await pass()
    expect(feed.snapshot()).toMatchObject({ connection: 'polling' })
    poll.mockRejectedValue(new ApiError('network'))
    await pass(pauseAfter(1, 1))
    expect(feed.snapshot()).toMatchObject({ connection: 'polling' })
    last().fail(new ApiError('network'))
    await pass()
    expect(feed.snapshot()).toMatchObject({ connection: 'cut' })
  })

  it('DSH-07 does not begin another poll while one is waiting for its answer', async () => {
    const { feed, last, polls } = bench(() => new Promise(() => undefined))
    feed.start()
    last().fail(new ApiError('network'))
    await pass(pauseAfter(1, 1))
    last().fail(new ApiError('network'))
    await pass(pauseAfter(2, 1))
    expect(polls).toHaveBeenCalledTimes(1)
  })

  it('takes a push that says nothing for 35 s as cut, a heartbeat as alive', async () => {
    const { feed, last, pushes, polls } = bench(async () => wire(systemAt('1001', 1, 10)))
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 10)))
    await pass(SILENCE_MS - 1)
    last().on.onEvent()
    await pass(SILENCE_MS - 1)
    expect([pushes[0]?.signal.aborted, polls.mock.calls.length]).toEqual([false, 0])
    await pass(1)
    expect([pushes[0]?.signal.aborted, polls.mock.calls.length]).toEqual([true, 1])
  })

  it('DSH-07 polls where a push was opened that never says a word', async () => {
    const { feed, pushes, polls, socs } = bench(async () => wire(systemAt('1001', 1, 10)))
    feed.start()
    await pass(SILENCE_MS - 1)
    expect([pushes[0]?.signal.aborted, polls.mock.calls.length]).toEqual([false, 0])
    await pass(1)
    expect([pushes[0]?.signal.aborted, socs()]).toEqual([true, [10]])
  })

  it('tries the push again with growing pauses', async () => {
    const { feed, last, pushes } = bench()
    feed.start()
    const pauses: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const count = pushes.length
      last().fail(new ApiError('network'))
      let waited = 0
      for (; pushes.length === count; waited += 500) await pass(500)
      pauses.push(waited)
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(pauseAfter(3, 0)).toBe(4000)
  })

  it('DSH-09 says why there is nothing, when it tries next, and loads when asked to', async () => {
    const { feed, last, pushes, polls } = bench()
    feed.start()
    last().fail(new ApiError('network'))
    await pass()
    const later = (ms: number) => new Date(START.getTime() + ms)
    const first = { status: 'failed', fault: { code: 'network' }, retryAt: later(pauseAfter(1, 1)) }
    expect(feed.snapshot()).toMatchObject(first)
    await pass(pauseAfter(1, 1))
    expect(pushes).toHaveLength(2)
    // The stream neither opens nor fails: the next one to try is the poll.
    await pass(POLL_MS - pauseAfter(1, 1))
    expect(polls).toHaveBeenCalledTimes(2)
    const state = feed.snapshot()
    expect(state).toMatchObject({ retryAt: later(2 * POLL_MS) })
    if (state.status === 'failed') state.retry()
    expect(feed.snapshot().status).toBe('loading')
  })

  it('DSH-09 keeps what was shown when everything is cut, and says so', async () => {
    const { feed, last, socs } = bench()
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 10)))
    last().fail(new ApiError('network'))
    await pass(1000)
    last().fail(new ApiError('network'))
    await pass()
    expect(feed.snapshot()).toMatchObject({ status: 'ready', connection: 'cut', receivedAt: START })
    expect(socs()).toEqual([10])
  })

  it('rests when paused, with nothing left running, and recovers at once', async () => {
    const { feed, last, pushes, polls } = bench()
    feed.start()
    last().fail(new ApiError('network'))
    await pass()
    feed.pause()
    const calls = polls.mock.calls.length
    await pass(10 * POLL_MS)
    expect([pushes.length, polls.mock.calls.length]).toEqual([1, calls])
    feed.start()
    expect(pushes).toHaveLength(2)
  })

  it('leaves no timer behind when paused while a poll is waiting for its answer', async () => {
    const untilAborted: FeedDeps['poll'] = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { feed, last } = bench(untilAborted)
    feed.start()
    last().fail(new ApiError('network'))
    await pass()
    feed.pause()
    await pass()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('DSH-07 polls when push cannot be reopened, also after a poll from before was answered late', async () => {
    const answers: ((list: CurrentDataList) => void)[] = []
    const { feed, last, polls } = bench(() => new Promise((resolve) => answers.push(resolve)))
    const failing = async () => {
      last().fail(new ApiError('network'))
      await pass()
    }
    feed.start()
    await failing()
    feed.start()
    await failing()
    for (const answer of answers.toReversed()) {
      answer(wire(systemAt('1001', 1, 10)))
      await pass()
    }
    await pass(pauseAfter(1, 1))
    await failing()
    expect(polls).toHaveBeenCalledTimes(3)
  })

  it('ignores what a push or a poll from before still brings', async () => {
    let answer = (_: CurrentDataList) => {}
    const { feed, last, socs } = bench(() => new Promise((resolve) => (answer = resolve)))
    feed.start()
    last().fail(new ApiError('network'))
    await pass()
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 99)))
    answer(wire(systemAt('1001', 1, 1)))
    await pass()
    expect(socs()).toEqual([99])
  })

  it('forgets everything at the end of the session', async () => {
    const { feed, last, pushes } = bench()
    feed.start()
    last().on.data(wire(systemAt('1001', 1, 10)))
    feed.reset()
    expect(feed.snapshot()).toEqual({ status: 'loading' })
    await pass(POLL_MS)
    expect(pushes).toHaveLength(1)
  })

  it('SHL-10 shows what was known before where nothing can be had, as cut, until something comes', async () => {
    const known = { systems: [systemAt('1001', 1, 33)], receivedAt: new Date(START.getTime() - 3_600_000) }
    const { feed, socs, last } = bench(undefined, () => known)
    feed.start()
    expect(feed.snapshot()).toMatchObject({ status: 'loading' })
    feed.cut(new ApiError('network'))
    expect(feed.snapshot()).toMatchObject({ ...known, status: 'ready', connection: 'cut' })
    feed.start()
    expect(socs()).toEqual([33])
    last().on.data(wire(systemAt('1001', 1, 34)))
    expect(feed.snapshot()).toMatchObject({ connection: 'push', receivedAt: START })
    feed.cut(new ApiError('network'))
    expect(socs()).toEqual([34])
    feed.reset()
    expect(socs()).toBe('loading')
  })
})
