import { describe, expect, it } from 'vitest'
import {
  chosen,
  go,
  nothing,
  offered,
  on,
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
  waiting,
} from '../test/wizard.ts'
import { freshWizard, type Wizard } from './state.ts'
import { dialogOf } from './view.ts'

const progressOf = ({ stage }: Wizard) =>
  stage.at === 'running' ? `${stage.progress.phase} ${stage.progress.percent}` : stage.at
const part = go(started, polled(100, true, false, true))
const second = go(part, polled(0, false, false, true))
const asked = go(waiting, on('previous'))
const cancelling = go(asked, on('confirm'))

describe('news of the update that is shown', () => {
  it.each([
    ['less of the same part', started, polled(30, true, true, true), 'started 37'],
    ['more of the same part', started, polled(38, true, true, true), 'started 38'],
    ['that it waits', started, polled(0, false, true, true), 'started 37'],
    ['that the part is in', second, polled(100, true, false, true), 'waiting 0'],
    ['the part before', second, polled(60, true, true, true), 'waiting 0'],
    ['that the last part is in', second, polled(100, true, false, false), 'installed 100'],
    [
      'how far the last part is',
      go(second, polled(5, true, false, true)),
      polled(9, true, false, true),
      'started 9',
    ],
    ['that it goes on, without a part', started, polled(90, true, false, false), 'started 90'],
    [
      'that nothing else is offered',
      started,
      { ...polled(50, true, true, true), status: { ...status(50, true, true, true), isNew: false } },
      'started 50',
    ],
  ] as const)('UPD-08 UPD-09 goes on and never back: %s', (_, from, event, expected) => {
    expect(progressOf(go(from, event))).toBe(expected)
  })

  it('UPD-11 is installed once the unit says so, and stays installed', () => {
    const nearly = go(started, polled(90, true, false, false))
    const installed = go(nearly, polled(100, true, false, false))
    expect(progressOf(installed)).toBe('installed 100')
    expect(progressOf(go(installed, polled(95, true, false, false)))).toBe('installed 100')
  })

  it('UPD-07 a question changes with what it is about', () => {
    const leaving = go(started, on('previous'))
    expect(
      [go(leaving, polled(50, true, true, true)), go(asked, polled(5, true, true, true))].map(dialogOf),
    ).toEqual(['leave', 'leave'])
    const between = go(part, on('previous'), polled(0, false, false, true))
    expect(dialogOf(between)).toBe('cancel')
    expect(dialogOf(go(leaving, polled(100, true, false, false)))).toBeNull()
  })

  it('UPD-10 the notice of the start stays open while it goes on', () => {
    const given = go(starting, { kind: 'started', available: 2, total: 2 })
    expect([go(given, polled(5, true, true, true)), started].map(dialogOf)).toEqual(['several', null])
  })

  it('UPD-12 is being cancelled only as long as it waits', () => {
    expect(go(cancelling, polled(0, false, false, true)).stage).toMatchObject({ cancelling: 'asked' })
    expect(go(cancelling, polled(5, true, true, true)).stage).toMatchObject({ cancelling: 'no' })
  })

  it('UPD-13 says at how much it was interrupted, where it had begun', () => {
    expect(go(waiting, polled(-1, false, true, true)).stage).toEqual({ at: 'interrupted', sn, percent: null })
  })

  it('UPD-13 keeps saying that nothing arrives until something does', () => {
    expect(go(started, on('away'), on('quiet')).away).toBe(true)
    expect(freshWizard).toMatchObject({ away: false, barred: false })
  })
})

describe('what the main service says of it', () => {
  const given = go(starting, { kind: 'started', available: 2, total: 2 })

  it('UPD-16 shows which update it is, and changes nothing else', () => {
    const received = go(given, on('quiet'), reported(offered, run('running')))
    expect(received.stage).toEqual({ ...go(given, on('quiet')).stage, run: 'b' })
    expect(go(received, reported(offered, run('running')))).toEqual(received)
    expect(go(waiting, reported(status(37, true, true, true))).stage).toMatchObject({
      at: 'running',
      run: null,
    })
    expect(opened(reported(status(37, true, true, true))).stage).toMatchObject({ run: null, quiet: false })
  })

  it('UPD-16 says nothing of its end where it knows of none', () => {
    expect(go(started, reported(nothing)).stage).toEqual(started.stage)
  })

  it('UPD-16 a late word of the update before is not the end of this one', () => {
    const before = go(
      chosen,
      reported(offered, run('cancelled', 'a')),
      on('next'),
      on('start'),
      on('confirm'),
    )
    const known = go(before, { kind: 'started', available: 2, total: 2 }, reported(offered, run('running')))
    expect(known.stage).toMatchObject({ run: 'b', before: 'a' })
    expect(go(known, reported(offered, run('cancelled', 'a'))).stage).toEqual(known.stage)
  })
})

describe('what the owner has turned away from', () => {
  const left = go(started, on('previous'), on('confirm'))
  const under = reported(status(50, true, true, true), run('running'))

  it('UPD-07 is not brought up again as long as it stays so', () => {
    expect(go(left, under).stage).toEqual(left.stage)
    const ofOther = { kind: 'reported', sn: other, update: { status: nothing, run: null } } as const
    expect(go(left, ofOther).stage).toEqual(left.stage)
    const over = go(left, reported(offered, run('finished', 'b', true)))
    expect(over.stage).toMatchObject({ at: 'choosing', dismissed: null, notice: { kind: 'runsOn' } })
    expect(go(over, under).stage.at).toBe('running')
  })

  it('UPD-13 is not brought back by a report from before its end', () => {
    const late = reported(status(50, true, true, true), run('running'))
    const noted = go(started, late, polled(-1, false, true, true), on('dismiss'))
    expect(noted.stage).toMatchObject({ at: 'choosing', chosen: null })
    expect(go(noted, late, reported(offered, run('interrupted')), late).stage).toEqual(noted.stage)
    expect(go(noted, reported(status(5, true, true, true), run('running', 'c'))).stage).toMatchObject({
      ...{ at: 'running', run: 'c' },
    })
  })

  it('UPD-05 what is finished is not shown again', () => {
    const finished = opened(reported(nothing, run('finished')))
    const ended = go(finished, on('finish'))
    expect(go(ended, reported(nothing, run('finished'))).stage).toEqual(ended.stage)
  })
})

describe('a visit', () => {
  it('UPD-16 begins with what runs, whatever has ended and is remembered', () => {
    const both = go(freshWizard, reported(nothing, run('finished')), {
      ...{ kind: 'reported', sn: other },
      update: { status: status(50, true, true, true), run: run('running', 'x') },
    })
    const { stage } = go(both, { kind: 'opened', record: { sn, updateStarted: true } })
    expect(stage).toMatchObject({ at: 'running', sn: other })
  })

  it('UPD-16 forgets a remembered system without an update', () => {
    expect(opened(reported(nothing), { sn, updateStarted: false }).stage).toMatchObject({ chosen: null })
    expect(opened(reported(offered), { sn, updateStarted: false }).stage).toMatchObject({ chosen: sn })
    expect(go(reviewing, reported(offered)).stage).toEqual(reviewing.stage)
  })
})
