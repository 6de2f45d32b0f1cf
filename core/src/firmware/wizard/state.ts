import type { SerialNumber } from '../../systems/systems.ts'
import { DONE_PERCENT, INTERRUPTED_PERCENT } from '../chip-update.ts'
import { availableOf, type UpdateStatus } from '../status.ts'

/** What the browser stores about an update between visits (UPD-16). */
export type UpdateRecord = { readonly sn: SerialNumber; readonly updateStarted: boolean }

/** The newest update of a system as reported by the main service; `acknowledged`: its owner knows how it ended. */
export type NewestRun = {
  readonly id: string
  readonly state: 'running' | 'finished' | 'interrupted' | 'cancelled'
  readonly acknowledged: boolean
}
/** The actual state of a system's update. */
export type SystemUpdate = { readonly status: UpdateStatus; readonly run: NewestRun | null }

/**
 * Progress of an update under way. switching: one of several parts is installed; installed: all are, and the unit is
 * still off.
 */
export type Progress = {
  readonly phase: 'waiting' | 'started' | 'switching' | 'installed'
  /** 0 to 100; never falls within a part. */
  readonly percent: number
  /** Parts still to be installed, and all parts. */
  readonly available: number
  readonly total: number
}

export type Notice = {
  readonly kind: 'cancelled' | 'runsOn' | 'switchOn' | 'gone' | 'notYours'
  readonly sn: SerialNumber
}

/** An update, under way or ended. `endedRun`: the run that has ended, if known; it cannot be under way again. */
export type Dismissed = {
  readonly sn: SerialNumber
  readonly running: boolean
  readonly endedRun: string | null
}
export type Choosing = {
  readonly at: 'choosing'
  readonly chosen: SerialNumber | null
  /** The owner confirms that it is switched off. */
  readonly off: boolean
  /** What was missing when they tried to go on. */
  readonly missing: 'system' | 'off' | null
  readonly notice: Notice | null
  /** The update they have dismissed: not shown again while it stays the same. */
  readonly dismissed: Dismissed | null
}
export type Running = {
  readonly at: 'running'
  readonly sn: SerialNumber
  /** null until the main service has reported it; `before` is the update that was the newest at the start. */
  readonly run: string | null
  readonly before: string | null
  readonly progress: Progress
  /** Two minutes without progress (UPD-04). */
  readonly quiet: boolean
  readonly dialog: 'started' | 'several' | 'cancel' | 'leave' | null
  readonly cancelling: 'no' | 'asked' | 'refused' | 'failed'
}
export type Starting = {
  readonly at: 'starting'
  readonly sn: SerialNumber
  /** The newest update before the start. */
  readonly before: string | null
}
/** The owner reads the flight plan, and starts the update or goes back. */
type Reviewing = {
  readonly at: 'reviewing'
  readonly sn: SerialNumber
  readonly dialog: 'confirm' | 'startCancelled' | null
  readonly failed: boolean
}
export type Stage =
  | { readonly at: 'opening' }
  | Choosing
  | Reviewing
  | Starting
  | Running
  | { readonly at: 'interrupted'; readonly sn: SerialNumber; readonly percent: number | null }
  | { readonly at: 'finished'; readonly sn: SerialNumber }
  | { readonly at: 'signedOut' }

export type Wizard = {
  readonly stage: Stage
  /** What is known about each system. */
  readonly known: ReadonlyMap<SerialNumber, SystemUpdate>
  /** No news of the update being followed: no network, or the service is unavailable. */
  readonly away: boolean
  /** The update service does not get its cookie: the browser withholds it. */
  readonly barred: boolean
}

export const freshWizard: Wizard = { stage: { at: 'opening' }, known: new Map(), away: false, barred: false }

/** UPD-08: the gauge starts here. */
export const FIRST_PERCENT = 5
export const POLL_MS = 3000
export const DATA_MS = 30_000
export const QUIET_MS = 120_000
const LAST_BEFORE_DONE = 99

/** Derives the progress of an update under way from its status. */
export function progressOf(status: UpdateStatus): Progress {
  const available = availableOf(status)
  const isPartDone = status.percent > LAST_BEFORE_DONE
  const installed = available > 0 ? 'switching' : 'installed'
  const begun = isPartDone ? installed : 'started'
  return {
    phase: status.isStarted ? begun : 'waiting',
    percent: Math.min(DONE_PERCENT, Math.max(0, status.percent)),
    available,
    total: status.chips.length,
  }
}

/** Returns the number of the current part, from 1. */
export const partOf = ({ available, total, phase }: Progress) =>
  Math.max(1, total - available + (phase === 'waiting' || phase === 'started' ? 1 : 0))

export const snOf = ({ stage }: Wizard): SerialNumber | null =>
  stage.at === 'choosing' ? stage.chosen : 'sn' in stage ? stage.sn : null

export const isUnderWay = ({ status, run }: SystemUpdate) => run?.state === 'running' || status.isStarted
/** True if the system has an update to offer or under way. */
export const isChoosable = (update: SystemUpdate | undefined) =>
  update !== undefined && (update.status.isNew || isUnderWay(update))

export const isInterruptedStatus = ({ percent }: UpdateStatus) => percent === INTERRUPTED_PERCENT

/** True if the update service must be polled every 3 s (UPD-15): not while it gets no cookie. */
export const isPolling = ({ stage, barred }: Pick<Wizard, 'stage' | 'barred'>) =>
  stage.at === 'running' && !barred
