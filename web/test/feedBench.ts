import { vi } from 'vitest'
import { type FeedDeps, liveFeed } from '../src/features/live/api/liveFeed.ts'
import { ApiError } from '../src/platform/client/client.ts'

type Push = {
  on: Parameters<FeedDeps['push']>[0]
  end: () => void
  fail: (cause: unknown) => void
  signal: AbortSignal
}

/** A feed whose streams and polls the test answers by hand. */
export function feedBench(
  poll: FeedDeps['poll'] = () => Promise.reject(new ApiError('network')),
  lastKnown: FeedDeps['lastKnown'] = () => null,
) {
  const pushes: Push[] = []
  const polls = vi.fn(poll)
  const feed = liveFeed({
    push: (on, signal) =>
      new Promise((end, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason))
        pushes.push({ on, end, fail, signal })
      }),
    poll: polls,
    toFault: (cause) => (cause instanceof ApiError ? cause : new ApiError('internal')),
    lastKnown,
    now: () => new Date(),
    random: () => 1,
  })
  const last = () => {
    const push = pushes.at(-1)
    if (!push) throw new Error('no push yet')
    return push
  }
  const socs = () => {
    const state = feed.snapshot()
    return state.status === 'ready' ? state.systems.map(({ soc }) => soc) : state.status
  }
  return { feed, pushes, polls, last, socs }
}
