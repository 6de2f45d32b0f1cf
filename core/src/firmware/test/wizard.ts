import { serialNumber } from '../../systems/systems.ts'
import type { UpdateStatus } from '../status.ts'
import { freshWizard, type NewestRun, type Wizard } from '../wizard/state.ts'
import { nextWizard, type WizardEvent } from '../wizard/transitions.ts'

const named = (text: string) => {
  const sn = serialNumber(text)
  if (sn === null) throw new Error(text)
  return sn
}
export const sn = named('1002')
export const other = named('1001')

/** `pending`: for each chip, whether it is still to be installed. */
export const status = (percent: number, isStarted: boolean, ...pending: boolean[]): UpdateStatus => ({
  ...{ isNew: pending.length > 0, isStarted, isWaiting: false, percent },
  chips: pending.map((one, i) => ({ chip: `chip${i}`, pending: one })),
})
export const nothing = status(0, false)
export const offered = status(0, false, true, true)
export const one = status(0, false, true)
export const run = (state: NewestRun['state'], id = 'b', seen = state === 'running'): NewestRun => ({
  id,
  state,
  acknowledged: seen,
})
export const reported = (status: UpdateStatus, newest: NewestRun | null = null): WizardEvent => ({
  ...{ kind: 'reported', sn },
  update: { status, run: newest },
})
export const polled = (percent: number, isStarted: boolean, ...pending: boolean[]): WizardEvent => ({
  ...{ kind: 'polled', sn },
  status: status(percent, isStarted, ...pending),
})
export const on = <K extends string>(kind: K) => ({ kind })
export const go = (from: Wizard, ...events: WizardEvent[]) => events.reduce(nextWizard, from)

export const opened = (
  first = reported(offered),
  record: { sn: typeof sn; updateStarted: boolean } | null = null,
) => go(freshWizard, first, { kind: 'opened', record })
export const chosen = go(opened(), { kind: 'chosen', sn }, { kind: 'off', off: true })
export const reviewing = go(chosen, on('next'))
export const starting = go(reviewing, on('start'), on('confirm'))
export const waiting = go(starting, { kind: 'started', available: 2, total: 2 }, on('dismiss'))
export const started = go(waiting, polled(37, true, true, true))
