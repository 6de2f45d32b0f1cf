import { describe, expect, it } from 'vitest'
import {
  type Action,
  type ActionEvent,
  accepts,
  isOpen,
  next,
  percentOf,
  SILENCE_MS,
  START_MS,
  SWITCH_ON_MS,
  WHOLE_MS,
} from './chip-update.ts'
import { at, SIZE, waiting } from './test/chip-update.ts'

const started = (bytes: number, percent: number, ms = 0): Action => ({
  ...{ state: 'started', startedAt: at(0), bytes, percent },
  deadline: at(ms + SILENCE_MS),
})
const installed: Action = {
  ...{ state: 'installed', startedAt: at(0), installedAt: at(50) },
  deadline: at(50 + SWITCH_ON_MS),
}
const late = (state: 'installed' | 'started'): Action =>
  state === 'installed'
    ? { state, startedAt: at(0), installedAt: at(5), deadline: at(9) }
    : { state, startedAt: at(0), bytes: 0, percent: 5, deadline: at(9) }
const given = {
  succeeded: { kind: 'succeeded' },
  failed: { kind: 'failed', reason: 'failed' },
  cancelled: { kind: 'cancelled' },
  progressReported: { kind: 'progressReported', installed: null },
  bytesSent: { kind: 'bytesSent', from: 0, bytes: 1 },
  heartbeat: { kind: 'heartbeat' },
  time: { kind: 'time' },
} as const
const over = (
  state: 'finished' | 'cancelled',
  ms: number,
  more: { startedAt?: Date; installedAt?: Date } = {},
): Action => ({ startedAt: null, installedAt: null, ...more, state, endedAt: at(ms) })
const broken = (reason: 'failed' | 'refused', ms: number, startedAt: Date | null): Action => ({
  ...{ state: 'interrupted', reason, startedAt, installedAt: null, endedAt: at(ms) },
})

describe('an update of a chip', () => {
  it.each<[string, Action, ActionEvent, Action | { state: string; reason?: string }]>([
    ['waits', waiting, { kind: 'time', at: at(START_MS - 1) }, waiting],
    ['is looked at while it waits', waiting, { kind: 'heartbeat', at: at(5) }, waiting],
    [
      'starts with the first byte',
      waiting,
      { kind: 'bytesSent', from: 0, bytes: 0, at: at(0) },
      started(0, 5),
    ],
    ['starts with a word', waiting, { kind: 'progressReported', installed: null, at: at(0) }, started(0, 5)],
    ['goes on', started(0, 5), { kind: 'bytesSent', from: 0, bytes: 500, at: at(10) }, started(500, 47, 10)],
    [
      'is read again',
      started(500, 47),
      { kind: 'bytesSent', from: 0, bytes: 10, at: at(10) },
      started(500, 47, 10),
    ],
    [
      'reads on',
      started(500, 47),
      { kind: 'bytesSent', from: 500, bytes: 600, at: at(10) },
      started(600, 56, 10),
    ],
    [
      'reads what is further on',
      started(500, 47),
      { kind: 'bytesSent', from: 501, bytes: SIZE, at: at(10) },
      started(500, 47, 10),
    ],
    [
      'reads the end first',
      waiting,
      { kind: 'bytesSent', from: SIZE - 1, bytes: SIZE, at: at(0) },
      started(0, 5),
    ],
    [
      'is all read',
      started(0, 5),
      { kind: 'bytesSent', from: 0, bytes: SIZE, at: at(10) },
      started(SIZE, 90, 10),
    ],
    [
      'claims more than there is',
      started(0, 5),
      { kind: 'bytesSent', from: 0, bytes: 9999, at: at(10) },
      started(SIZE, 90, 10),
    ],
    [
      'is being installed',
      started(SIZE, 90),
      { kind: 'progressReported', installed: 40, at: at(10) },
      started(SIZE, 92, 10),
    ],
    [
      'claims to install what it has not read',
      started(500, 47),
      { kind: 'progressReported', installed: 100, at: at(10) },
      started(500, 47, 10),
    ],
    [
      'does not say how far it is any more',
      started(SIZE, 92),
      { kind: 'progressReported', installed: null, at: at(10) },
      started(SIZE, 92, 10),
    ],
    ['is installed', started(SIZE, 95), { kind: 'installed', at: at(50) }, installed],
    ['is installed, says it twice', installed, { kind: 'installed', at: at(60) }, installed],
    [
      'has been installed and reads on',
      installed,
      { kind: 'bytesSent', from: 0, bytes: 3, at: at(60) },
      installed,
    ],
    [
      'is finished',
      installed,
      { kind: 'succeeded', at: at(60) },
      over('finished', 60, { startedAt: at(0), installedAt: at(50) }),
    ],
    [
      'is finished at once (RAUC)',
      started(SIZE, 95),
      { kind: 'succeeded', at: at(60) },
      over('finished', 60, { startedAt: at(0), installedAt: at(60) }),
    ],
    [
      'lies about being done',
      started(999, 89),
      { kind: 'succeeded', at: at(60) },
      { state: 'interrupted', reason: 'not_downloaded' },
    ],
    [
      'lies without a single byte',
      waiting,
      { kind: 'installed', at: at(60) },
      { state: 'interrupted', reason: 'not_downloaded' },
    ],
    ['fails', started(10, 5), { kind: 'failed', reason: 'failed', at: at(9) }, broken('failed', 9, at(0))],
    [
      'is refused unseen',
      waiting,
      { kind: 'failed', reason: 'refused', at: at(9) },
      broken('refused', 9, null),
    ],
    ['is cancelled', waiting, { kind: 'cancelled', at: at(9) }, over('cancelled', 9)],
    ['cannot be cancelled any more', started(0, 5), { kind: 'cancelled', at: at(9) }, started(0, 5)],
    [
      'is never begun',
      waiting,
      { kind: 'time', at: at(START_MS) },
      { state: 'interrupted', reason: 'not_started' },
    ],
    [
      'falls silent',
      started(0, 5),
      { kind: 'bytesSent', from: 0, bytes: 9, at: at(SILENCE_MS) },
      { state: 'interrupted', reason: 'silent' },
    ],
    [
      'is not switched on',
      installed,
      { kind: 'succeeded', at: at(50 + SWITCH_ON_MS) },
      { state: 'interrupted', reason: 'not_switched_on' },
    ],
  ])('UPD-08 %s', (_, before, event, expected) => {
    const after = next(before, event, SIZE)
    if ('deadline' in expected || 'endedAt' in expected) expect(after).toEqual(expected)
    else expect(after).toMatchObject(expected)
  })

  it.each([
    [0, 90],
    [50, 92],
    [99, 94],
    [100, 95],
    [130, 95],
  ])('UPD-09 is installed by %d %: %d of all', (done, percent) => {
    const after = next(started(SIZE, 90), { kind: 'progressReported', installed: done, at: at(10) }, SIZE)
    expect(percentOf(after)).toBe(percent)
  })

  it('UPD-09 UPD-13 shows that it was interrupted, and believes nobody who has read nothing', () => {
    const lie = next(waiting, { kind: 'installed', at: at(60) }, 1)
    expect(lie).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
    expect(percentOf(lie)).toBe(-1)
  })

  it('UPD-13 begins within an hour, speaks within 15 minutes, takes 6 hours, is switched on within a day', () => {
    expect([START_MS, SILENCE_MS, WHOLE_MS, SWITCH_ON_MS].map((ms) => ms / 60_000)).toEqual([
      ...[60, 15, 360, 1440],
    ])
  })

  it('UPD-13 is not ended sooner by what was noted late', () => {
    const seen = next(started(0, 5), { kind: 'heartbeat', at: at(1000) }, SIZE)
    expect(next(seen, { kind: 'bytesSent', from: 0, bytes: 500, at: at(10) }, SIZE)).toEqual(
      started(500, 47, 1000),
    )
  })

  it('UPD-13 that is only ever polled ends too', () => {
    let action: Action = started(0, 5)
    for (let ms = 0; isOpen(action); ms += SILENCE_MS - 1)
      action = next(action, { kind: 'heartbeat', at: at(ms) }, SIZE)
    expect(action).toMatchObject({ state: 'interrupted', reason: 'too_slow', endedAt: at(WHOLE_MS) })
  })

  it.each<[string, Action, keyof typeof given, boolean]>([
    ['a success repeated', over('finished', 9), 'succeeded', true],
    ['a failure repeated', broken('failed', 9, null), 'failed', true],
    ['a cancellation repeated', over('cancelled', 9), 'cancelled', true],
    ['a failure after a success', over('finished', 9), 'failed', false],
    ['a success after a failure', broken('failed', 9, null), 'succeeded', false],
    ['a success after a cancellation', over('cancelled', 9), 'succeeded', false],
    ['a word after the end', over('finished', 9), 'progressReported', false],
    ['a byte after the end', over('cancelled', 9), 'bytesSent', false],
    ['a cancellation after the start', started(0, 5), 'cancelled', false],
    ['a success too late', late('installed'), 'succeeded', false],
    ['a failure too late', late('started'), 'failed', true],
    ['a poll after the end', over('finished', 9), 'heartbeat', true],
    ['time passing after the end', over('finished', 9), 'time', true],
    ['a success while it is under way', started(0, 5), 'succeeded', true],
    ['a cancellation while it waits', waiting, 'cancelled', true],
  ])('UPD-08 %s: %#', (_, action, kind, fits) => {
    expect(accepts(action, { at: at(10), ...given[kind] }, SIZE)).toBe(fits)
  })

  it('HND-16 is called back by a withdrawal until its unit has the whole image', () => {
    const withdrawn = (action: Action) => next(action, { kind: 'withdrawn', at: at(20) }, SIZE)
    expect(withdrawn(waiting)).toMatchObject({ state: 'interrupted', reason: 'withdrawn', startedAt: null })
    expect(withdrawn(started(SIZE - 1, 89))).toMatchObject({ reason: 'withdrawn', startedAt: at(0) })
    for (const action of [started(SIZE, 90), installed]) expect(withdrawn(action)).toEqual(action)
  })
})
