import { describe, expect, it } from 'vitest'
import {
  chosen,
  go,
  nothing,
  offered,
  on,
  one,
  opened,
  other,
  polled,
  reported,
  reviewing,
  run,
  sn,
  started,
  starting,
  status,
} from '../test/wizard.ts'
import {
  DATA_MS,
  FIRST_PERCENT,
  freshWizard,
  isChoosable,
  isUnderWay,
  POLL_MS,
  partOf,
  progressOf,
  QUIET_MS,
} from './state.ts'
import { adviceOf, isOutcomeUnknown, recordOf, stepOf } from './view.ts'

const part = go(started, polled(100, true, false, true))
const installed = go(started, polled(100, true, false, false))
const finished = opened(reported(nothing, run('finished')))
const interrupted = go(started, polled(-1, false, true, true))

describe('what is shown of an update', () => {
  it('UPD-01 each stage belongs to one of three steps', () => {
    const stages = [freshWizard, chosen, reviewing, starting, started, interrupted, installed, finished]
    expect(stages.map(stepOf)).toEqual([0, 0, 1, 1, 1, 1, 2, 2])
  })

  it('UPD-16 nothing is remembered of one that was interrupted', () => {
    expect([interrupted, finished, started].map(recordOf)).toEqual([
      ...[null, { sn, updateStarted: true }, { sn, updateStarted: true }],
    ])
  })

  it('UPD-02 UPD-11 says what to do now', () => {
    const taken = go(
      started,
      on('previous'),
      on('confirm'),
      reported(status(50, true, true, true), run('running')),
    )
    expect(adviceOf(go(taken, { kind: 'chosen', sn }))).toBe('watch')
    const none = { kind: 'reported', sn: other, update: { status: nothing, run: null } } as const
    expect(adviceOf(go(opened(), none))).toBe('choose')
    expect(adviceOf(go(part, on('quiet')))).toBe('switching')
  })

  it.each([
    ['it waits', offered, false],
    ['it runs', status(50, true, true, true), false],
    ['it runs, and nothing else is offered', { ...status(50, true, true, true), isNew: false }, false],
    ['it is offered no more', nothing, true],
    ['it was interrupted', { ...status(-1, false, true, true), isNew: false }, false],
  ])('UPD-08 the main service is to say how it ended, or not: %s', (_, last, unknown) => {
    expect(isOutcomeUnknown(go(started, reported(last, run('running'))))).toBe(unknown)
  })

  it('UPD-08 no end is awaited before the start', () => {
    expect([reviewing, finished].map(isOutcomeUnknown)).toEqual([false, false])
  })
})

describe('how far an update is', () => {
  it('UPD-08 UPD-11 a part is in when 99 is passed', () => {
    const phases = [98, 99, 100].map((percent) => progressOf(status(percent, true, false, true)).phase)
    expect(phases).toEqual(['started', 'started', 'switching'])
    expect(progressOf(status(100, true, false, false)).phase).toBe('installed')
  })

  it.each([
    ['waiting', 2, 2, 1],
    ['started', 2, 2, 1],
    ['switching', 2, 2, 1],
    ['switching', 1, 2, 1],
    ['waiting', 1, 2, 2],
    ['started', 1, 2, 2],
    ['installed', 0, 2, 2],
    ['started', 3, 3, 1],
  ] as const)('UPD-11 %s with %d of %d to come is part %d', (phase, available, total, expected) => {
    expect(partOf({ phase, available, total, percent: 0 })).toBe(expected)
  })

  it('UPD-16 is under way by its status or by its run, and can be chosen then', () => {
    const updates = [
      { status: one, run: null },
      { status: nothing, run: run('running') },
      { status: { ...status(37, true, true), isNew: false }, run: null },
      { status: nothing, run: run('finished') },
    ]
    expect(updates.map(isUnderWay)).toEqual([false, true, true, false])
    expect(updates.map(isChoosable)).toEqual([true, true, true, false])
    expect(isChoosable(undefined)).toBe(false)
  })

  it('UPD-04 UPD-08 UPD-15 begins at 5 %, is asked every 3 s and hinted at after two minutes', () => {
    expect([FIRST_PERCENT, POLL_MS, DATA_MS, QUIET_MS]).toEqual([5, 3000, 30_000, 120_000])
  })
})
