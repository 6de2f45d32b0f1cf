import { describe, expect, it } from 'vitest'
import {
  chosen,
  go,
  nothing,
  offered,
  on,
  opened,
  polled,
  reported,
  reviewing,
  run,
  sn,
  started,
  starting,
  status,
  waiting,
} from '../test/wizard.ts'
import { isPolling } from './state.ts'
import { adviceOf, dialogOf, isEntered, isNextDisabled, isStartDisabled, recordOf, stepOf } from './view.ts'

describe('choosing', () => {
  it('UPD-02 UPD-06 needs a system before it goes on, and says so', () => {
    expect([isNextDisabled(opened()), isNextDisabled(chosen)]).toEqual([true, false])
    expect(go(opened(), on('next')).stage).toMatchObject({ at: 'choosing', missing: 'system' })
    expect([stepOf(opened()), adviceOf(opened())]).toEqual([0, 'choose'])
  })

  it('UPD-01 UPD-02 needs it switched off: the validator of the step', () => {
    const on1 = go(opened(), { kind: 'chosen', sn }, on('next'))
    expect(on1.stage).toMatchObject({ at: 'choosing', missing: 'off' })
    expect(adviceOf(on1)).toBe('switchOff')
    expect(stepOf(reviewing)).toBe(1)
  })

  it('UPD-02 has no choice where nothing is new', () => {
    const none = opened(reported(nothing))
    expect(adviceOf(none)).toBe('upToDate')
    expect(go(none, { kind: 'chosen', sn })).toEqual(none)
  })

  it('UPD-02 says that the update of the chosen one is gone', () => {
    for (const from of [chosen, reviewing])
      expect(go(from, reported(nothing)).stage).toMatchObject({
        at: 'choosing',
        notice: { kind: 'gone', sn },
      })
  })
})

describe('starting', () => {
  it('UPD-03 UPD-10 asks, then waits from 0 on, and shows that it is under way', () => {
    expect(dialogOf(go(reviewing, on('start')))).toBe('confirm')
    expect(starting.stage).toMatchObject({ at: 'starting' })
    const dialogs = [1, 2].map((available) =>
      dialogOf(go(starting, { kind: 'started', available, total: available })),
    )
    expect(dialogs).toEqual(['started', 'several'])
    expect(waiting.stage).toMatchObject({ progress: { phase: 'waiting', percent: 0 } })
  })

  it('SHL-06 what has been entered is not to be lost by a reload; what is under way is not lost', () => {
    const early = [opened(), chosen, reviewing, starting]
    expect([...early, waiting, started].map(isEntered)).toEqual([false, true, true, true, false, false])
  })

  it('UPD-12 says that a start was cancelled', () => {
    const declined = go(reviewing, on('start'), on('dismiss'))
    expect(dialogOf(declined)).toBe('startCancelled')
    expect(go(declined, on('dismiss'))).toEqual(reviewing)
  })

  it('UPD-10 can be tried again where it failed', () => {
    const failed = go(starting, { kind: 'startFailed' })
    expect([adviceOf(failed), isStartDisabled(failed)]).toEqual(['startAgain', false])
    expect(go(failed, on('start'), on('confirm')).stage.at).toBe('starting')
  })

  it('UPD-10 UPD-16 has begun, too, once the main service says so: its answer may never come', () => {
    const received = go(starting, reported(offered, run('running')))
    expect(received.stage).toMatchObject({ at: 'running', run: 'b', progress: { phase: 'waiting' } })
    expect(dialogOf(received)).toBe('several')
    for (const late of [{ kind: 'started', available: 2, total: 2 }, { kind: 'startFailed' }] as const)
      expect(go(received, late)).toEqual(received)
    expect(go(starting, reported(offered)).stage).toEqual(starting.stage)
  })

  it('UPD-06 cannot be done twice', () => {
    for (const from of [starting, waiting, started]) {
      expect([isStartDisabled(from), isNextDisabled(from)]).toEqual([true, true])
      expect(go(from, on('start'))).toEqual(from)
    }
  })

  it('UPD-16 is not taken for the update before', () => {
    const before = go(chosen, reported(offered, run('interrupted', 'a', true)), on('next'), on('start'))
    const again = go(before, on('confirm'), { kind: 'started', available: 2, total: 2 })
    expect(go(again, reported(offered, run('interrupted', 'a', true))).stage.at).toBe('running')
    expect(go(again, reported(offered, run('interrupted', 'b', false))).stage.at).toBe('interrupted')
  })
})

describe('going back', () => {
  it('UPD-07 asks first while it waits or runs', () => {
    expect([waiting, started].map((from) => dialogOf(go(from, on('previous'))))).toEqual(['cancel', 'leave'])
    expect(go(waiting, on('previous'), on('dismiss'))).toEqual(waiting)
    expect(go(reviewing, on('previous')).stage).toMatchObject({ at: 'choosing', chosen: null })
  })

  it('UPD-07 leaves what runs, and says that it does', () => {
    const left = go(started, on('previous'), on('confirm'))
    expect(left.stage).toMatchObject({ at: 'choosing', notice: { kind: 'runsOn', sn } })
    expect([isPolling(left), recordOf(left)]).toEqual([false, null])
    const received = go(left, reported(status(50, true, true, true), run('running')))
    expect(received.stage.at).toBe('choosing')
    expect(go(received, { kind: 'chosen', sn }, on('next')).stage).toMatchObject({
      progress: { percent: 50 },
    })
    expect(go(received, reported(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
  })

  it('UPD-12 cancels what waits, and resets all', () => {
    const asked = go(waiting, on('previous'), on('confirm'))
    expect(adviceOf(asked)).toBe('cancelling')
    const cancelled = go(asked, { kind: 'cancelled' })
    expect([cancelled.stage, recordOf(cancelled), isPolling(cancelled)]).toMatchObject([
      ...[{ at: 'choosing', chosen: null, notice: { kind: 'cancelled' } }, null, false],
    ])
  })

  it('UPD-12 says where it came too late', () => {
    const refused = go(waiting, on('previous'), on('confirm'), { kind: 'cancelRefused' })
    expect(refused.stage).toMatchObject({ at: 'running', cancelling: 'refused' })
    expect(dialogOf(go(waiting, on('previous'), polled(5, true, true, true)))).toBe('leave')
  })
})
