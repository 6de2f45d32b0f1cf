import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveSystem } from '../live/test/live-system.ts'
import {
  ACCEPT_MS,
  type CommandEvent,
  commandNames,
  type IssuedCommand,
  initialProgress,
  isUnderWay,
  judgeRequest,
  lateOutcomes,
  type NewestCommand,
  next,
  obstacle,
  type Progress,
  REPEAT_MS,
} from './commands.ts'

const { sn: SN } = liveSystem(1)
const START = new Date('2026-11-21T10:00:00Z')
const at = (ms: number) => new Date(START.getTime() + ms)
const waiting = initialProgress(START)
const accepted: Progress = { state: 'accepted', acceptedAt: at(10), deadline: at(10 + 60_000) }
const done: Progress = { state: 'done', acceptedAt: at(10), endedAt: at(20) }
const refused: Progress = { state: 'refused', acceptedAt: null, endedAt: at(20), reason: 'not_on' }
const late: Progress = { state: 'timed_out', acceptedAt: null, endedAt: at(ACCEPT_MS) }
const answer = (kind: 'accepted' | 'done' | 'time', ms: number): CommandEvent => ({ kind, at: at(ms) })
const refuses = (ms: number, reason: string | null = 'stopped'): CommandEvent => ({
  ...{ kind: 'refused', reason },
  at: at(ms),
})

describe('a command', () => {
  it.each([
    ['waits', waiting, answer('time', ACCEPT_MS - 1), waiting],
    ['times out unheard', waiting, answer('time', ACCEPT_MS), late],
    ['is accepted', waiting, answer('accepted', 10), accepted],
    ['is accepted too late', waiting, answer('accepted', ACCEPT_MS), late],
    ['is done without a word before', waiting, answer('done', 20), { ...done, acceptedAt: null }],
    ['is refused', waiting, refuses(20, 'not_on'), refused],
    ['is refused without a reason', waiting, refuses(20, null), { ...refused, reason: null }],
    ['is refused too late', waiting, refuses(ACCEPT_MS + 1), late],
    ['is accepted twice', accepted, answer('accepted', 500), accepted],
    ['is under way', accepted, answer('time', 60_009), accepted],
    ['is done', accepted, answer('done', 20), done],
    ['is refused after all', accepted, refuses(20, 'not_on'), { ...refused, acceptedAt: at(10) }],
    [
      'is not done in time',
      accepted,
      answer('time', 60_010),
      { ...late, acceptedAt: at(10), endedAt: at(60_010) },
    ],
    [
      'is done too late',
      accepted,
      answer('done', 60_011),
      { ...late, acceptedAt: at(10), endedAt: at(60_010) },
    ],
    ['that is done stays done', done, refuses(30), done],
    ['that is done is not accepted', done, answer('accepted', 30), done],
    ['that is done does not time out', done, answer('time', 9e6), done],
    ['that is refused stays refused', refused, answer('done', 30), refused],
    ['that has timed out stays so', late, answer('done', 9e6), late],
  ])('API-07 %s', (_, before, event, expected) => {
    expect(next('standby', before, event)).toEqual(expected)
  })

  it('API-07 may take as long as it needs: a unit that is switched on watches the grid first', () => {
    const deadlines = commandNames.map((name) => {
      const progress = next(name, waiting, answer('accepted', 0))
      return progress.state === 'accepted' ? (progress.deadline.getTime() - START.getTime()) / 1000 : null
    })
    expect(deadlines).toEqual([180, 60, 60, 300, 300])
  })
})

const anyEvent = fc.record({
  kind: fc.constantFrom('accepted' as const, 'done' as const, 'refused' as const, 'time' as const),
  gap: fc.integer({ min: 0, max: 90_000 }),
})
const story = fc.array(anyEvent, { maxLength: 12 }).map((events) => {
  let ms = 0
  return events.map(({ kind, gap }) => {
    ms += gap
    return kind === 'refused' ? refuses(ms) : answer(kind, ms)
  })
})

/** Derives the same from all events at once: which report, if any, came before which deadline. */
function ending(events: readonly CommandEvent[]): { state: string; endedAt?: Date } {
  const final = ({ kind }: CommandEvent) => kind === 'done' || kind === 'refused'
  const early = events.filter((event) => event.at < at(ACCEPT_MS))
  const spoken = early.find(final)
  const firstYes = early.find(({ kind }) => kind === 'accepted')
  const yes = firstYes && (!spoken || early.indexOf(firstYes) < early.indexOf(spoken)) ? firstYes : undefined
  const deadline = yes ? new Date(yes.at.getTime() + 60_000) : at(ACCEPT_MS)
  const last = events.find((event) => final(event) && event.at < deadline)
  if (last) return { state: last.kind, endedAt: last.at }
  if (events.some((event) => event.at >= deadline)) return { state: 'timed_out', endedAt: deadline }
  return { state: yes ? 'accepted' : 'waiting' }
}

describe('any story of a command', () => {
  it('API-07 ends as its model says, once, and never changes after that', () => {
    fc.assert(
      fc.property(story, (events) => {
        const reported: Progress[] = []
        for (const event of events) reported.push(next('off', reported.at(-1) ?? waiting, event))
        expect(reported.at(-1) ?? waiting).toMatchObject(ending(events))
        const ends = new Set(reported.filter((progress) => 'endedAt' in progress))
        expect(ends.size).toBeLessThanOrEqual(1)
        const first = reported.findIndex((progress) => 'endedAt' in progress)
        if (first >= 0) for (const later of reported.slice(first)) expect(later).toBe(reported[first])
      }),
    )
  })
})

describe('an order', () => {
  it('DSH-10 given again within three seconds is a second click', () => {
    expect(REPEAT_MS).toBe(3000)
  })

  const newest = (progress: Progress, value: number | null = null): NewestCommand => ({
    ...{ name: 'standby', value, askedAt: START },
    progress,
  })
  it.each([
    ['the first', 'standby', null, null, 0, 'new'],
    ['twice while it waits', 'standby', null, newest(waiting), 30_000, 'same'],
    ['twice while it is under way', 'standby', null, newest(accepted), 30_000, 'same'],
    ['clicked twice, though done in between', 'standby', null, newest(done), REPEAT_MS - 1, 'same'],
    ['once more, later', 'standby', null, newest(done), REPEAT_MS, 'new'],
    ['another while one is under way', 'off', null, newest(waiting), 10, 'under_way'],
    ['another value while one is under way', 'standby', 5, newest(waiting, 4), 10, 'under_way'],
    ['a value where there was none', 'standby', 0, newest(waiting), 10, 'under_way'],
    ['another after one that is done', 'off', null, newest(done), 10, 'new'],
    ['another after one that was refused', 'off', null, newest(refused), 10, 'new'],
    ['another after one that has timed out', 'off', null, newest(late), 10, 'new'],
  ] as const)('DSH-10 %s', (_, name, value, before, ms, expected) => {
    expect(judgeRequest({ name, value }, before, at(ms))).toBe(expected)
  })
})

describe('what a unit says too late', () => {
  const word = (outcome: 'accepted' | 'done' | 'refused', ms: number, reason: string | null = null) => ({
    ...{ outcome, reason },
    at: at(ms),
  })
  const reported = (progress: Progress, ...words: IssuedCommand['outcomes']): IssuedCommand => ({
    ...{ id: '1', sn: SN, name: 'off', value: null, by: 'anna@example.org' },
    ...{ askedAt: START, progress, outcomes: words },
  })
  const commandWith = (...parameters: Parameters<typeof reported>) =>
    lateOutcomes(reported(...parameters)).map(({ outcome }) => outcome)

  it('DSH-10 is all that came after the end and says something else', () => {
    expect(commandWith(done, word('accepted', 10), word('done', 20), word('refused', 25))).toEqual([
      'refused',
    ])
    expect(
      commandWith(done, word('accepted', 10), word('done', 20), word('done', 20), word('accepted', 30)),
    ).toEqual([])
    expect(commandWith(refused, word('refused', 20, 'not_on'), word('done', 20))).toEqual(['done'])
    expect(commandWith(late, word('accepted', ACCEPT_MS), word('done', ACCEPT_MS + 5))).toEqual([
      'accepted',
      'done',
    ])
    const unfinished: Progress = { state: 'timed_out', acceptedAt: at(10), endedAt: at(60_010) }
    expect(commandWith(unfinished, word('accepted', 10), word('done', 70_000))).toEqual(['done'])
    expect([commandWith(waiting), commandWith(waiting, word('accepted', 10))]).toEqual([[], []])
    // A unit may report so many outcomes that the final one is not kept.
    expect(commandWith(refused, word('accepted', 10), word('accepted', 11))).toEqual([])
  })

  it('DSH-10 a command is under way until it has ended', () => {
    expect(
      [waiting, accepted, done, refused, late].map((progress) => isUnderWay(reported(progress))),
    ).toEqual([true, true, false, false, false])
  })
})

describe('what is known against a command', () => {
  const unit = (more: Partial<Parameters<typeof obstacle>[1]> = {}) => ({
    ...{ status: 'on' as const, batteryStatus: null, messages: [] },
    ...more,
  })
  const active = (...codes: string[]) => ({ messages: codes.map((code) => ({ code, since: null })) })

  it.each([
    ['on', unit(), 'already'],
    ['on', unit({ status: 'connected', ...active('wait60') }), 'already'],
    ['on', unit({ status: 'standby' }), null],
    ['on', unit({ status: 'off', ...active('relay') }), null],
    ['off', unit({ status: 'off' }), 'already'],
    ['off', unit(active('relay')), null],
    ['standby', unit({ status: 'standby' }), 'already'],
    ['standby', unit({ status: null }), null],
    ['self_test', unit(), null],
    ['self_test', unit(active('sm_test')), 'already'],
    ['self_test', unit({ status: 'standby' }), 'not_on'],
    ['calibrate', unit({ batteryStatus: 'calibrating' }), 'already'],
    ['calibrate', unit({ status: 'off' }), 'not_on'],
    ['calibrate', unit(active('i2')), 'stopped'],
    ['calibrate', unit(active('i1', 'X-9')), null],
    ['calibrate', unit({ status: null }), null],
  ] as const)('DSH-10 %s with %o: %s', (name, reported, expected) => {
    expect(obstacle(name, reported)).toBe(expected)
  })
})
