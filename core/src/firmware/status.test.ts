import { describe, expect, it } from 'vitest'
import { type Action, initialAction } from './chip-update.ts'
import { availableOf, isRunning, NO_UPDATE, outcomeOf, type Run, statusOf } from './status.ts'

const START = new Date('2026-11-21T10:00:00Z')
const waiting = initialAction(START)
const started: Action = { state: 'started', startedAt: START, bytes: 1, percent: 37, deadline: START }
const installed: Action = { state: 'installed', startedAt: START, installedAt: START, deadline: START }
const times = { startedAt: START, installedAt: START, endedAt: START }
const finished: Action = { state: 'finished', ...times }
const cancelled: Action = { state: 'cancelled', ...times }
const interrupted: Action = { state: 'interrupted', reason: 'failed', ...times }
const run = (...actions: (Action | null)[]): Run => ({
  acknowledged: false,
  parts: actions.map((action, i) => ({ chip: ['bms', 'gateway'][i] ?? '', action })),
})

describe('the state of an update', () => {
  it.each<[string, string[], Run | null, object]>([
    ['nothing', [], null, { isNew: false, isStarted: false, percent: 0, available: 0 }],
    ['available', ['bms', 'gateway'], null, { isNew: true, isStarted: false, percent: 0, available: 2 }],
    [
      'waiting',
      ['bms'],
      run(waiting, null),
      { isNew: true, isStarted: false, isWaiting: true, percent: 0, available: 2 },
    ],
    [
      'started',
      ['bms'],
      run(started, null),
      { isNew: true, isStarted: true, isWaiting: false, percent: 37, available: 2 },
    ],
    [
      'one installed',
      ['bms'],
      run(installed, null),
      { isNew: true, isStarted: true, percent: 100, available: 1 },
    ],
    [
      'the next waits',
      [],
      run(finished, waiting),
      { isNew: true, isStarted: false, isWaiting: true, percent: 0, available: 1 },
    ],
    [
      'the last installed',
      [],
      run(finished, installed),
      { isNew: true, isStarted: true, percent: 100, available: 0 },
    ],
    ['finished', [], run(finished, finished), { isNew: false, isStarted: false, percent: 0, available: 0 }],
    [
      'interrupted',
      ['bms'],
      run(interrupted, null),
      { isNew: true, isStarted: false, percent: -1, available: 1 },
    ],
    [
      'interrupted, the release paused',
      [],
      run(interrupted),
      { isNew: false, isStarted: false, percent: -1, available: 0 },
    ],
    [
      'interrupted and known',
      ['bms'],
      { ...run(interrupted), acknowledged: true },
      { isNew: true, percent: 0, available: 1 },
    ],
    [
      'cancelled',
      ['bms'],
      run(cancelled),
      { isNew: true, isStarted: false, isWaiting: false, percent: 0, available: 1 },
    ],
  ])('UPD-08 UPD-11 %s', (_, offered, known, expected) => {
    const status = statusOf(offered, known)
    expect({ ...status, available: availableOf(status) }).toMatchObject(expected)
  })

  it('UPD-08 is nothing without a run, and goes on in none whose turn has not come', () => {
    expect(statusOf([], null)).toEqual(NO_UPDATE)
    expect(statusOf(['bms'], run(null, null))).toMatchObject({ isNew: true, isStarted: false, percent: 0 })
    expect(isRunning(run(null, null))).toBe(false)
  })

  it.each([
    [run(waiting, null), 'running'],
    [run(finished, installed), 'running'],
    [run(finished, finished), 'finished'],
    [run(finished, interrupted), 'partly'],
    [run(finished, cancelled), 'partly'],
    [run(interrupted, null), 'interrupted'],
    [run(cancelled, null), 'cancelled'],
  ])('UPD-14 comes to one outcome: %#', (known, outcome) => {
    expect(outcomeOf(known)).toBe(outcome)
  })
})
