import { describe, expect, it } from 'vitest'
import {
  chosen,
  go,
  nothing,
  offered,
  one,
  opened,
  other,
  reported,
  reviewing,
  run,
  sn,
  started,
  starting,
  status,
  waiting,
} from '../test/wizard.ts'
import { freshWizard } from './state.ts'
import { recordOf } from './view.ts'

describe('from elsewhere', () => {
  it('UPD-16 other tabs learn of a start once it has happened', () => {
    expect([reviewing, starting, waiting, started].map((at) => recordOf(at)?.updateStarted)).toEqual([
      ...[false, false, true, true],
    ])
  })

  const running = reported(status(37, true, true, true), run('running'))

  it('UPD-16 resumes at its real state, whatever this browser remembers', () => {
    for (const record of [null, { sn, updateStarted: true }, { sn: other, updateStarted: true }])
      expect(opened(running, record).stage).toMatchObject({ at: 'running', sn, progress: { percent: 37 } })
    const update = { status: status(37, true, true, true), run: run('running') }
    const both = go(freshWizard, running, { kind: 'reported', sn: other, update })
    for (const remembered of [sn, other]) {
      const { stage } = go(both, { kind: 'opened', record: { sn: remembered, updateStarted: true } })
      expect(stage).toMatchObject({ at: 'running', sn: remembered })
    }
    const over = opened(reported(offered, run('cancelled')), { sn, updateStarted: true })
    expect(over.stage).toMatchObject({ at: 'choosing', chosen: sn, off: false })
    expect(opened(reported(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
    expect(opened(reported(offered, run('interrupted'))).stage).toEqual({
      at: 'interrupted',
      sn,
      percent: null,
    })
    expect(opened(reported(nothing, run('finished', 'b', true))).stage.at).toBe('choosing')
  })

  it('UPD-16 UPD-18 follows what another tab or device starts or cancels', () => {
    for (const from of [opened(), chosen, reviewing]) expect(go(from, running).stage.at).toBe('running')
    const away = go(waiting, reported(offered, run('running')), reported(offered, run('cancelled')))
    expect(away.stage).toMatchObject({ at: 'choosing', notice: { kind: 'cancelled' } })
    const again = go(started, reported(status(50, true, true, true), run('running')))
    const restarted = go(again, reported(offered, run('running', 'c')))
    expect(restarted.stage).toMatchObject({ run: 'c', progress: { phase: 'waiting', percent: 0 } })
  })

  it('UPD-07 UPD-18 one that is no longer theirs is not shown as being without an update', () => {
    for (const from of [chosen, reviewing, starting, waiting, started])
      expect(go(from, { kind: 'lost', sn }).stage).toMatchObject({
        ...{ at: 'choosing', chosen: null, notice: { kind: 'notYours', sn } },
      })
    expect(go(chosen, { kind: 'lost', sn: other }).stage).toEqual(chosen.stage)
  })

  it('UPD-18 does not tear an owner from choosing another', () => {
    const both = go(freshWizard, reported(offered), {
      ...{ kind: 'reported', sn: other },
      update: { status: one, run: null },
    })
    const busy = go(both, { kind: 'opened', record: null }, { kind: 'chosen', sn: other })
    expect(go(busy, running).stage).toMatchObject({ at: 'choosing', chosen: other })
  })
})
