import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serialNumber } from './systems.ts'
import type { UpdateStatus } from './updates-status.ts'
import {
  freshWizard,
  isPolling,
  type NewestRun,
  partOf,
  type Standing,
  type Wizard,
} from './updates-wizard.ts'
import { nextWizard, type WizardEvent } from './updates-wizard-next.ts'
import {
  adviceOf,
  dialogOf,
  isEndUntold,
  isEntered,
  isNextDisabled,
  isStartDisabled,
  recordOf,
  stepOf,
  updateStateOf,
  visibilityOf,
  wizardOutcome,
} from './updates-wizard-view.ts'

const named = (text: string) => {
  const sn = serialNumber(text)
  if (sn === null) throw new Error(text)
  return sn
}
const sn = named('1002')
const other = named('1001')

/** `pending`: chip after chip, whether it is still to come. */
const status = (percent: number, isStarted: boolean, ...pending: boolean[]): UpdateStatus => ({
  ...{ isNew: pending.length > 0, isStarted, percent },
  chips: pending.map((one, i) => ({ chip: `chip${i}`, pending: one })),
})
const nothing = status(0, false)
const offered = status(0, false, true, true)
const one = status(0, false, true)
const run = (state: NewestRun['state'], id = 'b', seen = state === 'running'): NewestRun => ({
  id,
  state,
  seen,
})
const stands = (status: UpdateStatus, newest: NewestRun | null = null): WizardEvent => ({
  ...{ kind: 'stands', sn },
  standing: { status, run: newest },
})
const polled = (percent: number, isStarted: boolean, ...pending: boolean[]): WizardEvent => ({
  ...{ kind: 'polled', sn },
  status: status(percent, isStarted, ...pending),
})
const on = <K extends string>(kind: K) => ({ kind })
const go = (from: Wizard, ...events: WizardEvent[]) => events.reduce(nextWizard, from)

const opened = (first = stands(offered), record: { sn: typeof sn; updateStarted: boolean } | null = null) =>
  go(freshWizard, first, { kind: 'opened', record })
const chosen = go(opened(), { kind: 'chosen', sn }, { kind: 'off', off: true })
const ready = go(chosen, on('next'))
const starting = go(ready, on('start'), on('confirm'))
const waiting = go(starting, { kind: 'started', available: 2, total: 2 }, on('dismiss'))
const started = go(waiting, polled(37, true, true, true))

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
    expect(stepOf(ready)).toBe(1)
  })

  it('UPD-02 has no choice where nothing is new', () => {
    const none = opened(stands(nothing))
    expect(adviceOf(none)).toBe('upToDate')
    expect(go(none, { kind: 'chosen', sn })).toEqual(none)
  })

  it('UPD-02 says that the update of the chosen one is gone', () => {
    for (const from of [chosen, ready])
      expect(go(from, stands(nothing)).stage).toMatchObject({
        at: 'choosing',
        notice: { kind: 'gone', sn },
      })
  })
})

describe('starting', () => {
  it('UPD-03 UPD-10 asks, then waits from 0 on, and tells that it is under way', () => {
    expect(dialogOf(go(ready, on('start')))).toBe('confirm')
    expect(starting.stage).toMatchObject({ at: 'starting' })
    const dialogs = [1, 2].map((available) =>
      dialogOf(go(starting, { kind: 'started', available, total: available })),
    )
    expect(dialogs).toEqual(['started', 'several'])
    expect([waiting, started].map(wizardOutcome)).toEqual(['severalStarted', 'severalStarted'])
    expect(wizardOutcome(go(starting, { kind: 'started', available: 1, total: 1 }))).toBe('started')
    expect(waiting.stage).toMatchObject({ progress: { phase: 'waiting', percent: 0 } })
  })

  it('SHL-06 what has been entered is not to be lost by a reload; what is under way is not lost', () => {
    const early = [opened(), chosen, ready, starting]
    expect([...early, waiting, started].map(isEntered)).toEqual([false, true, true, true, false, false])
  })

  it('UPD-12 says that a start was cancelled', () => {
    const declined = go(ready, on('start'), on('dismiss'))
    expect(dialogOf(declined)).toBe('startCancelled')
    expect(go(declined, on('dismiss'))).toEqual(ready)
  })

  it('UPD-10 can be tried again where it failed', () => {
    const failed = go(starting, { kind: 'startFailed' })
    expect([adviceOf(failed), isStartDisabled(failed)]).toEqual(['startAgain', false])
    expect(go(failed, on('start'), on('confirm')).stage.at).toBe('starting')
  })

  it('UPD-10 UPD-16 has begun, too, once the main service says so: its answer may never come', () => {
    const heard = go(starting, stands(offered, run('running')))
    expect(heard.stage).toMatchObject({ at: 'running', run: 'b', progress: { phase: 'waiting' } })
    expect(dialogOf(heard)).toBe('several')
    for (const late of [{ kind: 'started', available: 2, total: 2 }, { kind: 'startFailed' }] as const)
      expect(go(heard, late)).toEqual(heard)
    expect(go(starting, stands(offered)).stage).toEqual(starting.stage)
  })

  it('UPD-06 cannot be done twice', () => {
    for (const from of [starting, waiting, started]) {
      expect([isStartDisabled(from), isNextDisabled(from)]).toEqual([true, true])
      expect(go(from, on('start'))).toEqual(from)
    }
  })

  it('UPD-16 is not taken for the update before', () => {
    const before = go(chosen, stands(offered, run('interrupted', 'a', true)), on('next'), on('start'))
    const again = go(before, on('confirm'), { kind: 'started', available: 2, total: 2 })
    expect(go(again, stands(offered, run('interrupted', 'a', true))).stage.at).toBe('running')
    expect(go(again, stands(offered, run('interrupted', 'b', false))).stage.at).toBe('interrupted')
  })
})

describe('an update under way', () => {
  it('UPD-08 UPD-17 goes from empty over waiting and started to finished', () => {
    const finished = go(started, polled(0, false), stands(nothing, run('finished')))
    expect([ready, starting, waiting, started, finished].map(updateStateOf)).toEqual([
      ...['empty', 'waiting', 'waiting', 'started', 'finished'],
    ])
    expect([ready, waiting, started, finished].map(visibilityOf)).toEqual([
      ...['hidden', 'hidden', 'visible', 'hidden'],
    ])
    expect([stepOf(started), stepOf(finished), wizardOutcome(finished)]).toEqual([1, 2, 'finished'])
    expect(go(finished, on('finish')).stage).toMatchObject({ at: 'choosing', chosen: null })
  })

  it('UPD-11 one of several is finished each time 99 is passed', () => {
    const part = go(started, polled(100, true, false, true))
    expect([wizardOutcome(part), adviceOf(part)]).toEqual(['oneFinished', 'switching'])
    const second = go(part, polled(0, false, false, true))
    expect([wizardOutcome(second), adviceOf(second), updateStateOf(second)]).toEqual([
      ...['oneFinished', 'nextPart', 'waiting'],
    ])
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

  it('UPD-08 UPD-16 how it has ended only the main service can say: a laptop that wakes is not told it went well', () => {
    const awake = go(started, stands(status(50, true, true, true), run('running')), polled(0, false))
    expect([awake.stage.at, isEndUntold(awake), isPolling(awake)]).toEqual(['running', true, true])
    expect(go(awake, stands(nothing, run('interrupted', 'b', true))).stage).toMatchObject({
      ...{ at: 'interrupted', percent: 50 },
    })
    expect(go(awake, stands(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
    expect(isEndUntold(started)).toBe(false)
  })

  it('UPD-16 what was finished is no longer where another update has begun or failed since', () => {
    const finished = opened(stands(nothing, run('finished')))
    expect(go(finished, stands(nothing, run('finished', 'b', true)))).toMatchObject({ stage: finished.stage })
    expect(go(finished, stands(offered, run('running', 'c'))).stage).toMatchObject({
      at: 'running',
      run: 'c',
    })
    expect(go(finished, stands(offered, run('interrupted', 'c', false))).stage.at).toBe('interrupted')
    for (const over of [run('interrupted', 'c', true), run('cancelled', 'c'), null])
      expect(go(finished, stands(offered, over)).stage).toMatchObject({ at: 'choosing', notice: null })
  })

  it('UPD-09 UPD-13 is interrupted, says at how much, and can be started again', () => {
    const broken = go(started, polled(-1, false, true, true))
    expect(broken.stage).toEqual({ at: 'interrupted', sn, percent: 37 })
    expect([dialogOf(broken), isPolling(broken), visibilityOf(broken)]).toEqual([
      ...['interrupted', false, 'visible'],
    ])
    const told = go(broken, on('confirm'))
    expect([told.stage, recordOf(told), visibilityOf(told)]).toMatchObject([{ chosen: null }, null, 'hidden'])
    const stale = go(told, stands(offered, run('interrupted', 'b', false)))
    expect(stale.stage.at).toBe('choosing')
    expect(go(stale, { kind: 'chosen', sn }, { kind: 'off', off: true }, on('next')).stage.at).toBe('ready')
  })

  it('UPD-13 without network it stays what was last heard', () => {
    const away = go(started, { kind: 'away' })
    expect(away).toEqual({ ...started, away: true })
    expect(go(away, polled(38, true, true, true)).away).toBe(false)
  })

  it('UPD-13 says that it asks again only as long as it does', () => {
    expect([opened(), chosen, ready, starting].map((from) => go(from, { kind: 'away' }).away)).toEqual([
      ...[false, false, false, false],
    ])
    const away = go(started, { kind: 'away' })
    const left = go(away, on('previous'), on('confirm'))
    expect([away.away, left.away]).toEqual([true, false])
    expect(go(away, { kind: 'barred' }).away).toBe(false)
  })

  it('UPD-15 where the cookie is kept back nobody is signed out: the main service tells how it goes on', () => {
    const barred = go(started, { kind: 'barred' })
    expect([barred.barred, barred.stage, isPolling(barred)]).toEqual([true, started.stage, false])
    const heard = go(barred, stands(status(50, true, true, true), run('running')))
    expect([heard.barred, heard.stage]).toMatchObject([true, { progress: { percent: 50 } }])
    const refused = go(starting, { kind: 'barred' }, { kind: 'startFailed' })
    expect([refused.barred, adviceOf(refused)]).toEqual([true, 'startAgain'])
    expect(go(barred, polled(50, true, true, true)).barred).toBe(false)
  })

  it('UPD-15 ends at sign-in where the session has ended', () => {
    const over = go(started, { kind: 'signedOut' })
    expect([dialogOf(over), isPolling(over)]).toEqual(['signedOut', false])
    expect(go(over, on('confirm'), stands(offered))).toEqual(over)
  })
})

describe('going back', () => {
  it('UPD-07 asks first while it waits or runs', () => {
    expect([waiting, started].map((from) => dialogOf(go(from, on('previous'))))).toEqual(['cancel', 'leave'])
    expect(go(waiting, on('previous'), on('dismiss'))).toEqual(waiting)
    expect(go(ready, on('previous')).stage).toMatchObject({ at: 'choosing', chosen: null })
  })

  it('UPD-07 leaves what runs, and says that it does', () => {
    const left = go(started, on('previous'), on('confirm'))
    expect(left.stage).toMatchObject({ at: 'choosing', notice: { kind: 'runsOn', sn } })
    expect([isPolling(left), recordOf(left)]).toEqual([false, null])
    const heard = go(left, stands(status(50, true, true, true), run('running')))
    expect(heard.stage.at).toBe('choosing')
    expect(go(heard, { kind: 'chosen', sn }, on('next')).stage).toMatchObject({
      progress: { percent: 50 },
    })
    expect(go(heard, stands(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
  })

  it('UPD-12 cancels what waits, and resets all', () => {
    const asked = go(waiting, on('previous'), on('confirm'))
    expect(adviceOf(asked)).toBe('cancelling')
    const cancelled = go(asked, { kind: 'cancelled' })
    expect([
      cancelled.stage,
      recordOf(cancelled),
      isPolling(cancelled),
      wizardOutcome(cancelled),
    ]).toMatchObject([{ at: 'choosing', chosen: null }, null, false, 'cancelled'])
  })

  it('UPD-12 says where it came too late', () => {
    const refused = go(waiting, on('previous'), on('confirm'), { kind: 'cancelRefused' })
    expect(refused.stage).toMatchObject({ at: 'running', cancelling: 'refused' })
    expect(dialogOf(go(waiting, on('previous'), polled(5, true, true, true)))).toBe('leave')
  })
})

describe('from elsewhere', () => {
  it('UPD-16 other tabs hear of a start once it has happened', () => {
    expect([ready, starting, waiting, started].map((at) => recordOf(at)?.updateStarted)).toEqual([
      ...[false, false, true, true],
    ])
  })

  const running = stands(status(37, true, true, true), run('running'))

  it('UPD-16 resumes where it really stands, whatever this browser remembers', () => {
    for (const record of [null, { sn, updateStarted: true }, { sn: other, updateStarted: true }])
      expect(opened(running, record).stage).toMatchObject({ at: 'running', sn, progress: { percent: 37 } })
    const over = opened(stands(offered, run('cancelled')), { sn, updateStarted: true })
    expect(over.stage).toMatchObject({ at: 'choosing', chosen: sn, off: false })
    expect(opened(stands(nothing, run('finished'))).stage).toEqual({ at: 'finished', sn })
    expect(opened(stands(offered, run('interrupted'))).stage).toEqual({
      at: 'interrupted',
      sn,
      percent: null,
    })
    expect(opened(stands(nothing, run('finished', 'b', true))).stage.at).toBe('choosing')
  })

  it('UPD-16 UPD-18 follows what another tab or device starts or cancels', () => {
    for (const from of [opened(), chosen, ready]) expect(go(from, running).stage.at).toBe('running')
    const away = go(waiting, stands(offered, run('running')), stands(offered, run('cancelled')))
    expect(away.stage).toMatchObject({ at: 'choosing', notice: { kind: 'cancelled' } })
    const again = go(started, stands(status(50, true, true, true), run('running')))
    const restarted = go(again, stands(offered, run('running', 'c')))
    expect(restarted.stage).toMatchObject({ run: 'c', progress: { phase: 'waiting', percent: 0 } })
  })

  it('UPD-07 UPD-18 one that is no longer theirs is not said to be without an update', () => {
    for (const from of [chosen, ready, starting, waiting, started])
      expect(go(from, { kind: 'lost', sn }).stage).toMatchObject({
        ...{ at: 'choosing', chosen: null, notice: { kind: 'notYours', sn } },
      })
    expect(go(chosen, { kind: 'lost', sn: other }).stage).toEqual(chosen.stage)
  })

  it('UPD-18 does not tear an owner from choosing another', () => {
    const both = go(freshWizard, stands(offered), {
      ...{ kind: 'stands', sn: other },
      standing: { status: one, run: null },
    })
    const busy = go(both, { kind: 'opened', record: null }, { kind: 'chosen', sn: other })
    expect(go(busy, running).stage).toMatchObject({ at: 'choosing', chosen: other })
  })
})

/** All that can be said of one system, and all that its owner can do. */
const standings: Standing[] = [
  { status: nothing, run: null },
  { status: offered, run: null },
  { status: offered, run: run('running') },
  { status: status(5, true, true, true), run: run('running') },
  { status: status(37, true, true, true), run: run('running') },
  { status: status(100, true, false, true), run: run('running') },
  { status: status(0, false, false, true), run: run('running') },
  { status: status(60, true, false, true), run: run('running') },
  { status: status(100, true, false, false), run: run('running') },
  { status: nothing, run: run('finished') },
  { status: nothing, run: run('finished', 'b', true) },
  { status: status(-1, false, true, true), run: run('interrupted') },
  { status: one, run: run('interrupted', 'b', true) },
  { status: offered, run: run('cancelled') },
  { status: offered, run: run('running', 'c') },
]
const events: WizardEvent[] = [
  { kind: 'opened', record: null },
  { kind: 'opened', record: { sn, updateStarted: true } },
  ...standings.flatMap((standing): WizardEvent[] => [
    { kind: 'stands', sn, standing },
    { kind: 'polled', sn, status: standing.status },
  ]),
  { kind: 'lost', sn },
  { kind: 'chosen', sn },
  { kind: 'off', off: true },
  { kind: 'off', off: false },
  { kind: 'started', available: 2, total: 2 },
  { kind: 'started', available: 1, total: 1 },
  ...(['next', 'previous', 'start', 'confirm', 'dismiss', 'finish', 'startFailed', 'cancelled'] as const).map(
    on,
  ),
  ...(['cancelRefused', 'cancelFailed', 'quiet', 'away', 'barred', 'signedOut'] as const).map(on),
]

/** What must hold wherever the wizard is. */
function isDescribed(wizard: Wizard) {
  const { stage, known } = wizard
  const { percent } = stage.at === 'running' ? stage.progress : { percent: 0 }
  const held = isNextDisabled(wizard) && go(wizard, on('next')).stage.at !== stage.at
  const restarted = isStartDisabled(wizard) && keyOf(go(wizard, on('start'))) !== keyOf(wizard)
  const isLost = stage.at === 'choosing' && stage.chosen !== null && !known.has(stage.chosen)
  const promised = wizard.away && !isPolling(wizard)
  const isWrong = held || restarted || isLost || promised
  return adviceOf(wizard).length > 0 && percent >= 0 && percent <= 100 && !isWrong
}

/** Shown as complete is only what the main service's last word calls finished. */
const isTrue = ({ stage, known }: Wizard) =>
  stage.at !== 'finished' || known.get(stage.sn)?.run?.state === 'finished'

const keyOf = ({ stage, known, away, barred }: Wizard) => JSON.stringify([stage, [...known], away, barred])
function reachable() {
  const found = new Map([[keyOf(freshWizard), freshWizard]])
  for (const wizard of found.values())
    for (const event of events) {
      const to = nextWizard(wizard, event)
      if (!found.has(keyOf(to))) found.set(keyOf(to), to)
    }
  return [...found.values()]
}

describe('any story of the wizard', () => {
  const all = reachable()

  it('UPD-18 every event leads from every reachable state to one that is described', () => {
    expect(new Set(all.map(({ stage }) => stage.at)).size).toBe(8)
    expect(new Set(all.map(dialogOf))).toEqual(
      new Set([
        ...['confirm', 'startCancelled', 'started', 'several', 'cancel', 'leave'],
        ...['interrupted', 'signedOut', null],
      ]),
    )
    expect(all.filter((wizard) => !isDescribed(wizard))).toEqual([])
  })

  it('UPD-16 UPD-18 nothing is ever shown as complete that is not', () => {
    expect(all.filter((wizard) => !isTrue(wizard))).toEqual([])
  })

  it('UPD-18 from everywhere the owner gets back to choosing, but for a session that has ended', () => {
    const answers: WizardEvent[] = [
      { kind: 'opened', record: null },
      { kind: 'startFailed' },
      { kind: 'cancelled' },
    ]
    const moves = [...answers, on('previous'), on('confirm'), on('finish')]
    for (const wizard of all.filter(({ stage }) => stage.at !== 'signedOut')) {
      let now = wizard
      for (let i = 0; i < 4 && now.stage.at !== 'choosing'; i += 1) now = go(now, ...moves)
      if (now.stage.at !== 'choosing') expect(wizard).toBeNull()
    }
  })

  it('UPD-09 UPD-18 percent never falls within a part of an update', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (story) => {
        let wizard = opened()
        for (const event of story) {
          const before = wizard.stage
          wizard = nextWizard(wizard, event)
          const now = wizard.stage
          if (before.at !== 'running' || now.at !== 'running' || before.run !== now.run) continue
          expect(now.progress.available).toBeLessThanOrEqual(before.progress.available)
          if (now.progress.available === before.progress.available && before.progress.phase !== 'switching')
            expect(now.progress.percent).toBeGreaterThanOrEqual(before.progress.percent)
        }
      }),
    )
  })
})
