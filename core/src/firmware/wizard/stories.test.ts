import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { go, nothing, offered, on, one, opened, run, sn, status } from '../test/wizard.ts'
import { freshWizard, isPolling, type SystemUpdate, type Wizard } from './state.ts'
import { nextWizard, type WizardEvent } from './transitions.ts'
import { adviceOf, dialogOf, isNextDisabled, isStartDisabled } from './view.ts'

/** All update states of one system and, below, every event its owner or a service can cause. */
const updates: SystemUpdate[] = [
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
  ...updates.flatMap((update): WizardEvent[] => [
    { kind: 'reported', sn, update },
    { kind: 'polled', sn, status: update.status },
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

/** True if the wizard keeps what must hold at every stage. */
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

/** False if an update is shown as complete that the main service did not last report as finished. */
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
