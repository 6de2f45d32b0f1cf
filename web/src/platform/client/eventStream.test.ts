import { describe, expect, it } from 'vitest'
import { eventReader } from './eventStream.ts'

const readAll = (chunks: readonly string[]) => chunks.flatMap(eventReader())

describe('server-sent events', () => {
  it.each([
    ['an event', 'event: data\ndata: [1]\n\n', [{ event: 'data', data: '[1]' }]],
    ['several lines of data', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
    ['no space after the colon', 'data:a\n\n', [{ event: 'message', data: 'a' }]],
    ['a comment, which says nothing', ': alive\n\n', []],
    ['an event without data', 'event: end\n\n', [{ event: 'end', data: '' }]],
    ['what is not complete', 'data: a\n', []],
    [
      'carriage returns',
      'data: a\r\n\r\ndata: b\r\n\r\n',
      [
        { event: 'message', data: 'a' },
        { event: 'message', data: 'b' },
      ],
    ],
    ['fields it does not know', 'id: 7\nretry: 3\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ])('DSH-07 reads %s', (_, text, events) => {
    expect(readAll([text])).toEqual(events)
  })

  it('DSH-07 reads the same however the text is cut', () => {
    const text = 'event: data\r\ndata: [1]\r\n\r\n: alive\n\ndata: b\n\n'
    const whole = readAll([text])
    for (let at = 1; at < text.length; at += 1)
      expect(readAll([text.slice(0, at), text.slice(at)]), `cut at ${at}`).toEqual(whole)
    expect(readAll([...text])).toEqual(whole)
  })
})
