import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { eventStream } from './event-stream.ts'

describe('an event stream', () => {
  it('DSH-07 writes events, a time to come back after, and beats that say nothing', async () => {
    const onClose = vi.fn()
    const stream = eventStream(1000, onClose)
    stream.send('data', '[1]')
    stream.beat()
    stream.send('end', '')
    stream.end()
    stream.send('data', 'too late')
    expect(await text(stream.body)).toBe(
      'retry: 2000\n\nid: 1\nevent: data\ndata: [1]\n\n:\n\nid: 2\nevent: end\ndata: \n\n',
    )
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })

  it('DSH-07 drops a listener who does not read, instead of keeping all for them', async () => {
    const onClose = vi.fn()
    const stream = eventStream(100_000, onClose)
    for (let i = 0; i < 200 && !stream.body.destroyed; i++) {
      stream.send('data', 'x'.repeat(1000))
      expect(stream.body.readableLength).toBeLessThan(102_000)
    }
    expect(stream.body.destroyed).toBe(true)
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })
})
