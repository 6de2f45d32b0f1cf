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
import { isPolling, partOf } from './state.ts'
import { adviceOf, dialogOf, isOutcomeUnknown, recordOf, stepOf, updateStateOf } from './view.ts'

describe('an update under way', () => {
  it('UPD-08 goes from empty over waiting and started to finished', () => {
    const finished = go(started, polled(0, false), reported(nothing, run('finished')))
    expect([reviewing, starting, waiting, started, finished].map(updateStateOf)).toEqual([
      ...['empty', 'waiting', 'waiting', 'started', 'finished'],
    ])
    expect([stepOf(started), stepOf(finished)]).toEqual([1, 2])
    expect(go(finished, on('finish')).stage).toMatchObject({ at: 'choosing', chosen: null })
  })

  it('UPD-11 one of several is finished each time 99 is passed', () => {
    const part = go(started, polled(100, true, false, true))
    expect(adviceOf(part)).toBe('switching')
    const second = go(part, polled(0, false, false, true))
    expect([adviceOf(second), updateStateOf(second)]).toEqual(['nextPart', 'waiting'])
    const parts = [waiting, started, part, second].map(({ stage }) =>
      stage.at === 'running' ? [partOf(stage.progress), stage.progress.available] : null,
    )
    expect(parts).toEqual([
      [1, 2],
      [1, 2],
      [1, 1],
      [2, 1],
    ])
  })

  it('UPD-05 all are in: the owner is asked to switch it on', () => {
    const installed = go(started, polled(100, true, false, false))
    expect([stepOf(installed), adviceOf(installed)]).toEqual([2, 'installed'])
    expect(go(installed, on('finish')).stage).toMatchObject({
      at: 'choosing',
      notice: { kind: 'switchOn' },
    })
  })

  it('UPD-04 hints after two minutes, until there is progress', () => {
    expect(adviceOf(go(waiting, on('quiet')))).toBe('checkDisplay')
    expect(adviceOf(go(waiting, on('quiet'), polled(0, false, true, true)))).toBe('checkDisplay')
    expect(adviceOf(go(waiting, on('quiet'), polled(5, true, true, true)))).toBe('started')
    expect(adviceOf(go(started, on('quiet')))).toBe('stalled')
  })

  it('UPD-08 UPD-16 how it has ended only the main service can say: a laptop that wakes does not show that it went well', () => {
    const awake = go(started, reported(status(50, true, true, true), run('running')), polled(0, false))
    expect([awake.stage.at, isOutcomeUnknown(awake), isPolling(awake)]).toEqual(['running', true, true])
    expect(go(awake, reported(nothing, run('interrupted', 'b', true))).stage).toMatchObject({
      ...{ at: 'interrupted', percent: 50 },
    })
    expect(go(awake, reported(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
    expect(isOutcomeUnknown(started)).toBe(false)
  })

  it('UPD-16 what was finished is no longer where another update has begun or failed since', () => {
    const finished = opened(reported(nothing, run('finished')))
    expect(go(finished, reported(nothing, run('finished', 'b', true)))).toMatchObject({
      stage: finished.stage,
    })
    expect(go(finished, reported(offered, run('running', 'c'))).stage).toMatchObject({
      at: 'running',
      run: 'c',
    })
    expect(go(finished, reported(offered, run('interrupted', 'c', false))).stage.at).toBe('interrupted')
    for (const over of [run('interrupted', 'c', true), run('cancelled', 'c'), null])
      expect(go(finished, reported(offered, over)).stage).toMatchObject({ at: 'choosing', notice: null })
  })

  it('UPD-09 UPD-13 is interrupted, says at how much, and can be started again', () => {
    const broken = go(started, polled(-1, false, true, true))
    expect(broken.stage).toEqual({ at: 'interrupted', sn, percent: 37 })
    expect([dialogOf(broken), isPolling(broken)]).toEqual(['interrupted', false])
    const given = go(broken, on('confirm'))
    expect([given.stage, recordOf(given)]).toMatchObject([{ chosen: null }, null])
    const stale = go(given, reported(offered, run('interrupted', 'b', false)))
    expect(stale.stage.at).toBe('choosing')
    expect(go(stale, { kind: 'chosen', sn }, { kind: 'off', off: true }, on('next')).stage.at).toBe(
      'reviewing',
    )
  })

  it('UPD-13 without network it keeps the last known state', () => {
    const away = go(started, { kind: 'away' })
    expect(away).toEqual({ ...started, away: true })
    expect(go(away, polled(38, true, true, true)).away).toBe(false)
  })

  it('UPD-13 says that it asks again only as long as it does', () => {
    expect([opened(), chosen, reviewing, starting].map((from) => go(from, { kind: 'away' }).away)).toEqual([
      ...[false, false, false, false],
    ])
    const away = go(started, { kind: 'away' })
    const left = go(away, on('previous'), on('confirm'))
    expect([away.away, left.away]).toEqual([true, false])
    expect(go(away, { kind: 'barred' }).away).toBe(false)
  })

  it('UPD-15 where the cookie is kept back nobody is signed out: the main service shows how it goes on', () => {
    const barred = go(started, { kind: 'barred' })
    expect([barred.barred, barred.stage, isPolling(barred)]).toEqual([true, started.stage, false])
    const received = go(barred, reported(status(50, true, true, true), run('running')))
    expect([received.barred, received.stage]).toMatchObject([true, { progress: { percent: 50 } }])
    const refused = go(starting, { kind: 'barred' }, { kind: 'startFailed' })
    expect([refused.barred, adviceOf(refused)]).toEqual([true, 'startAgain'])
    expect(go(barred, polled(50, true, true, true)).barred).toBe(false)
  })

  it('UPD-15 ends at sign-in where the session has ended', () => {
    const over = go(started, { kind: 'signedOut' })
    expect([dialogOf(over), isPolling(over)]).toEqual(['signedOut', false])
    expect(go(over, on('confirm'), reported(offered))).toEqual(over)
  })
})
