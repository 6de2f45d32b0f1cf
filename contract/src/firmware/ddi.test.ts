import { describe, expect, it } from 'vitest'
import {
  configData,
  DDI_ROOT,
  type Feedback,
  feedback,
  MAX_ATTRIBUTES,
  MAX_FEEDBACK_BYTES,
  MAX_WORDS,
  sleepOf,
  toEvent,
} from './ddi.ts'

const at = new Date('2026-06-18T09:42:10Z')
type Status = Feedback['status']
const given = (
  execution: string,
  more: { finished?: string; progress?: unknown; details?: unknown } = {},
) => {
  const { finished = 'none', progress, details } = more
  return feedback.safeParse({
    id: '7',
    time: '20260618T094210',
    status: { execution, result: { finished, progress }, details },
  })
}
const eventOf = (...args: Parameters<typeof given>) => {
  const { data } = given(...args)
  return data && toEvent(data, at)
}
const installedPart = (progress: unknown, details: readonly string[] = []) =>
  eventOf('proceeding', { progress, details })

it.each([
  [0, '00:00:00'],
  [9, '00:00:09'],
  [59, '00:00:59'],
  [60, '00:01:00'],
  [300, '00:05:00'],
  [3599, '00:59:59'],
  [3600, '01:00:00'],
  [43_199, '11:59:59'],
  [360_061, '100:01:01'],
])('UPD-03 a unit that is to poll every %i s is sent %s', (seconds, reported) => {
  expect(sleepOf(seconds)).toBe(reported)
})

describe('what a client says', () => {
  it.each([
    ['rejected', 'none', { kind: 'failed', reason: 'refused' }],
    ['canceled', 'success', { kind: 'failed', reason: 'refused' }],
    ['closed', 'failure', { kind: 'failed', reason: 'failed' }],
    ['closed', 'success', { kind: 'succeeded' }],
    ['closed', 'none', { kind: 'succeeded' }],
    ['proceeding', 'failure', { kind: 'progressReported', installed: null }],
    ['scheduled', 'none', { kind: 'progressReported', installed: null }],
    ['resumed', 'none', { kind: 'progressReported', installed: null }],
    ['download', 'none', { kind: 'progressReported', installed: null }],
    ['downloaded', 'none', { kind: 'progressReported', installed: null }],
  ])('UPD-13 UPD-14 is %s with %s', (execution, finished, event) => {
    expect(eventOf(execution, { finished })).toEqual({ ...event, at })
  })

  it.each(['All Chunks Installed.', '100% installed'])('UPD-11 "%s" says that the chip has it', (line) => {
    const details = ['Chunk 1 of 2', line]
    expect(eventOf('proceeding', { details })).toEqual({ kind: 'installed', at })
    expect(eventOf('closed', { details })).toEqual({ kind: 'succeeded', at })
  })

  it.each(['Not All Chunks Installed.', '100 %', '1100% '])('UPD-11 "%s" does not say so', (line) => {
    expect(eventOf('proceeding', { details: [line] })).toMatchObject({ kind: 'progressReported' })
  })

  it.each([
    { execution: 'done', result: { finished: 'none' } },
    { execution: 'closed', result: { finished: 'perhaps' } },
    { execution: 'closed' },
  ])('UPD-03 is not understood: %j', (status) => {
    expect(feedback.safeParse({ status }).success).toBe(false)
  })
})

describe('how far the installation is', () => {
  it.each([
    [{ cnt: 1, of: 1 }, 100],
    [{ cnt: 3, of: 2 }, 100],
    [{ cnt: 1, of: 2 }, null],
    [{ cnt: 0, of: 1 }, null],
    [{ of: 1 }, null],
    [{ cnt: null, of: 1 }, null],
    [{ cnt: 5, of: 0 }, null],
    [{ cnt: 0, of: 0 }, null],
    [{ cnt: 1 }, null],
    [{ cnt: 1, of: null }, null],
    [{}, null],
    [null, null],
    [undefined, null],
  ])('UPD-09 by its progress of %j is %s', (progress, installed) => {
    expect(installedPart(progress)).toEqual({ kind: 'progressReported', at, installed })
  })

  it.each([
    [['7% copied'], 7],
    [['20% copied', 'a word', '60% copied', '40% copied'], 60],
    [['0% copied'], 0],
    [['60%'], null],
    [['at 60% copied'], null],
    [['a word'], null],
  ])('UPD-09 by its words %j is %s', (details, installed) => {
    expect(installedPart(undefined, details)).toEqual({ kind: 'progressReported', at, installed })
  })

  it('UPD-09 is all of it once its progress says so, whatever the words', () => {
    expect(installedPart({ cnt: 2, of: 2 }, ['60% copied'])).toMatchObject({ installed: 100 })
  })
})

describe('words', () => {
  const read = (details: unknown): Status['details'] | undefined =>
    given('proceeding', { details }).data?.status.details

  it.each([
    [undefined, []],
    [null, []],
    [[], []],
    [
      ['a', ' b ', '', '  ', 5],
      ['a', 'b', '5'],
    ],
    [[['a']], undefined],
    ['a', undefined],
  ])('UPD-19 %j are kept as %j', (details, kept) => {
    expect(read(details)).toEqual(kept)
  })

  it('UPD-19 F8 are sought among the last thousand', () => {
    const empty = (count: number) => Array.from({ length: count }, () => '')
    expect(read(['a', ...empty(999)])).toEqual(['a'])
    expect(read(['a', ...empty(1000)])).toEqual([])
    expect(read([['no text'], ...empty(1000)])).toEqual([])
  })

  it('UPD-19 are the last 50, the first 200 characters of each', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`)
    expect(read(lines(50))).toEqual(lines(50))
    expect(read(lines(51))).toEqual(lines(51).slice(1))
    expect(read(['x'.repeat(200), `${'y'.repeat(200)}z`])).toEqual(['x'.repeat(200), 'y'.repeat(200)])
  })

  it('UPD-03 come in at most 256 KiB; 1000 an action and 100 attributes a unit are hawkBit’s quotas', () => {
    expect([MAX_FEEDBACK_BYTES, MAX_WORDS, MAX_ATTRIBUTES]).toEqual([262_144, 1000, 100])
  })
})

describe('what a client says of itself', () => {
  it.each([{}, { data: null }, { data: { hw: 'b', revision: 2, serial: null } }])('UPD-03 is %j', (sent) => {
    expect(configData.safeParse(sent).success).toBe(true)
  })

  it('UPD-03 has numbers as texts, and names of at most 128 characters', () => {
    expect(configData.parse({ data: { revision: 2 } })).toEqual({ data: { revision: '2' } })
    expect(configData.safeParse({ data: { ['x'.repeat(128)]: 'b' } }).success).toBe(true)
    expect(configData.safeParse({ data: { ['x'.repeat(129)]: 'b' } }).success).toBe(false)
  })

  it('UPD-03 F8 is read up to a thousand attributes, also such as say nothing', () => {
    const silent = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, null]))
    expect([1000, 1001].map((count) => configData.safeParse({ data: silent(count) }).success)).toEqual([
      true,
      false,
    ])
  })

  it('UPD-03 it says below its own address', () => {
    expect(DDI_ROOT).toBe('/default/controller/v1/{sn}')
  })
})
