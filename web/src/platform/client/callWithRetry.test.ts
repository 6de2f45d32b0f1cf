import { listSystems } from '@kellersonne/contract/systems/systems'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { json, refusal, serve } from '../../../test/wire.ts'
import { beginSession, endSession } from '../session.ts'
import { callWithRetry } from './callWithRetry.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  beginSession({ access: 'a0', refresh: 'r0' }, false)
})
afterEach(() => vi.useRealTimers())

const busy = () => refusal('too_many_attempts', { retry_after: 2 })

/** Serves these answers in order, repeating the last; returns the requests received and the call. */
function asking(...answers: (() => Response)[]) {
  const calls = serve({
    [listSystems.path]: () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? json([]),
  })
  const answer = callWithRetry(listSystems, {})
  answer.catch(() => undefined)
  return { calls, answer }
}
const callsOf = (calls: readonly unknown[], count: number) => expect.poll(() => calls.length).toBe(count)

describe('who asks for too much at once', () => {
  it('CHT-08 F14 asks again when the server says, and gets it', async () => {
    const { calls, answer } = asking(busy, busy, () => json([]))
    for (let asked = 1; asked <= 2; asked++) {
      await callsOf(calls, asked)
      await expect.poll(() => vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(2000)
    }
    expect(await answer).toEqual([])
    expect(calls).toHaveLength(3)
  })

  it('CHT-08 F14 gives up after some tries', async () => {
    const { calls, answer } = asking(busy)
    for (let asked = 1; asked < 5; asked++) {
      await callsOf(calls, asked)
      await expect.poll(() => vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(2000)
    }
    await expect(answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(calls).toHaveLength(5)
  })

  it.each([
    ['is to wait for long', () => refusal('too_many_attempts', { retry_after: 60 })],
    ['is refused for another reason', () => refusal('unavailable', { retry_after: 2 })],
  ])('CHT-08 F14 is refused at once who %s', async (_, refused) => {
    const { calls, answer } = asking(refused)
    await expect(answer).rejects.toMatchObject({ retryAfter: expect.any(Number) })
    expect(calls).toHaveLength(1)
  })

  it('CHT-08 F14 asks no more once the session has ended', async () => {
    const { calls, answer } = asking(() => {
      endSession('elsewhere')
      return busy()
    })
    await expect(answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(calls).toHaveLength(1)
  })
})
