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
import type { WizardEvent } from './transitions.ts'

const confirming = go(reviewing, on('start'))
const given = go(starting, { kind: 'started', available: 2, total: 2 })
const asked = go(waiting, on('previous'))
const leaving = go(started, on('previous'))
const finished = opened(reported(nothing, run('finished')))
const interrupted = go(started, polled(-1, false, true, true))

/** Owner actions, and the responses to them. */
const events: WizardEvent[] = [
  { kind: 'opened', record: null },
  { kind: 'chosen', sn },
  { kind: 'off', off: true },
  ...(['next', 'previous', 'start', 'confirm', 'dismiss', 'finish'] as const).map(on),
  { kind: 'started', available: 2, total: 2 },
  ...(['startFailed', 'cancelled', 'cancelRefused', 'cancelFailed'] as const).map(on),
]
const heeded = (wizard: Wizard) =>
  events
    .filter((event) => JSON.stringify(go(wizard, event).stage) !== JSON.stringify(wizard.stage))
    .map(({ kind }) => kind)

describe('what the owner can do', () => {
  it.each<[string, Wizard, WizardEvent['kind'][]]>([
    ['it opens', freshWizard, ['opened']],
    ['nothing is chosen', opened(), ['chosen', 'off', 'next']],
    ['a system is chosen and off', chosen, ['next']],
    ['its flight plan is shown', reviewing, ['previous', 'start']],
    ['it asks before the start', confirming, ['previous', 'confirm', 'dismiss']],
    ['the start was declined', go(confirming, on('dismiss')), ['previous', 'start', 'confirm', 'dismiss']],
    ['it starts', starting, ['started', 'startFailed']],
    ['it tells of the start', given, ['previous', 'confirm', 'dismiss']],
    ['it waits', waiting, ['previous']],
    ['it asks before cancelling', asked, ['confirm', 'dismiss']],
    ['it cancels', go(asked, on('confirm')), ['cancelled', 'cancelRefused', 'cancelFailed']],
    ['it runs', started, ['previous']],
    ['it asks before leaving', leaving, ['confirm', 'dismiss']],
    ['one part is in', go(started, polled(100, true, false, true)), ['previous']],
    ['all parts are in', go(started, polled(100, true, false, false)), ['finish']],
    ['it is finished', finished, ['finish']],
    ['it is interrupted', interrupted, ['confirm', 'dismiss']],
    ['the session has ended', go(started, on('signedOut')), []],
  ])('UPD-06 UPD-07 UPD-18 where %s', (_, wizard, kinds) => {
    expect(heeded(wizard)).toEqual(kinds)
  })

  it('UPD-02 the one that is chosen again is still off, another is not', () => {
    const both = go(chosen, { kind: 'reported', sn: other, update: { status: offered, run: null } })
    expect(go(both, { kind: 'chosen', sn }).stage).toMatchObject({ chosen: sn, off: true })
    expect(go(both, { kind: 'chosen', sn: other }).stage).toMatchObject({ chosen: other, off: false })
    const on1 = go(opened(), { kind: 'chosen', sn }, { kind: 'chosen', sn })
    expect(on1.stage).toMatchObject({ chosen: sn, off: false })
  })

  it('UPD-10 UPD-12 says how what was asked for went', () => {
    const cancelling = go(asked, on('confirm'))
    expect(go(cancelling, on('cancelRefused')).stage).toMatchObject({ cancelling: 'refused' })
    expect(go(cancelling, on('cancelFailed')).stage).toMatchObject({ cancelling: 'failed' })
    expect(starting.stage).toEqual({ at: 'starting', sn, before: null })
    expect(given.stage).toMatchObject({ run: null, before: null, quiet: false, cancelling: 'no' })
  })
})

describe('news of other systems', () => {
  const busy = { status: status(50, true, true, true), run: run('running', 'x') }

  it('UPD-16 UPD-18 changes nothing for the one that is followed', () => {
    for (const from of [chosen, reviewing, starting, waiting, started, finished, interrupted]) {
      for (const update of [busy, { status: nothing, run: null }])
        expect(go(from, { kind: 'reported', sn: other, update }).stage).toEqual(from.stage)
      expect(go(from, { kind: 'polled', sn: other, status: busy.status }).stage).toEqual(from.stage)
    }
  })

  it('UPD-15 what the update service says is of no account unless the update runs', () => {
    for (const from of [opened(), chosen, reviewing, starting, finished, interrupted])
      for (const late of [polled(50, true, true, true), polled(-1, false, true, true)])
        expect(go(from, late).stage).toEqual(from.stage)
    expect(go(freshWizard, polled(0, false, true)).known.get(sn)?.run).toBeNull()
  })

  it('UPD-07 UPD-18 one that is no longer theirs is not known any more', () => {
    expect(go(chosen, { kind: 'lost', sn }).known.has(sn)).toBe(false)
    expect(go(chosen, { kind: 'lost', sn: other }).known.has(sn)).toBe(true)
  })

  it('UPD-13 an interruption is shown until it is confirmed', () => {
    for (const late of [reported(offered, run('running', 'c')), reported(nothing), reported(offered)])
      expect(go(interrupted, late).stage).toEqual(interrupted.stage)
  })
})
