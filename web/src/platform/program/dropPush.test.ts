import { describe, expect, it, vi } from 'vitest'
import { stubSubscribed } from '../../../test/pushBrowser.ts'
import { dropPush } from './dropPush.ts'

describe('notifications on this device', () => {
  it('ALR-21 end with the session, also those that are still shown', async () => {
    const { unsubscribe, close } = stubSubscribed()
    await Promise.all([dropPush(), dropPush()])
    expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 2])
  })

  it('ALR-21 end even if the page is left at once: the service worker ends them, too', async () => {
    const { asked } = stubSubscribed()
    const dropped = dropPush()
    expect(asked.mock.calls).toEqual([['end push']])
    await dropped
  })

  it('ALR-21 that are shown are closed where the push service is away', async () => {
    const { close } = stubSubscribed({ unsubscribe: () => Promise.reject(new Error('away')) })
    await dropPush()
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('ALR-21 keep nobody waiting whose browser does not answer', async () => {
    await import('./pushBrowser.ts')
    vi.useFakeTimers()
    const asked = Promise.withResolvers<boolean>()
    const { unsubscribe, close } = stubSubscribed({ unsubscribe: () => asked.promise })
    const left = vi.fn()
    const leaving = dropPush().then(left)
    await vi.advanceTimersByTimeAsync(999)
    const counts = [unsubscribe, close, left].map(({ mock }) => mock.calls.length)
    expect(counts).toEqual([1, 2, 0])
    await vi.advanceTimersByTimeAsync(1)
    await leaving
    asked.resolve(true)
  })

  it('ALR-21 are not looked for without the permission to show any', async () => {
    const { unsubscribe, asked } = stubSubscribed({ permission: 'default' })
    await dropPush()
    expect([unsubscribe.mock.calls, asked.mock.calls]).toEqual([[], []])
  })
})
