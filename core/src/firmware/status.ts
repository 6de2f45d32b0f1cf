import { type Action, INTERRUPTED_PERCENT, isInstalled, isOpen, percentOf } from './chip-update.ts'

/** A chip of an update; `action` is null before its turn has come. */
export type RunPart = { readonly chip: string; readonly action: Action | null }
/** What one start has set going: chip after chip, each once the unit has been switched on and off after the one before. */
export type Run = {
  readonly parts: readonly RunPart[]
  /** Whether its owner knows how it ended. */
  readonly seen: boolean
}

/** What stands of a system's updates (API-10). */
export type UpdateStatus = {
  /** Whether something can be installed or is being installed. */
  readonly isNew: boolean
  readonly isStarted: boolean
  /** 0 to 100; -1 where it was interrupted and its owner does not know yet. */
  readonly percent: number
  /** By chip, in order: whether it is still to be installed. */
  readonly chips: readonly { readonly chip: string; readonly pending: boolean }[]
}

export const NO_UPDATE: UpdateStatus = { isNew: false, isStarted: false, percent: 0, chips: [] }

/** How many chips are still to be installed. */
export const availableOf = ({ chips }: UpdateStatus) => chips.filter(({ pending }) => pending).length

/** The chip whose turn it is, or the last one that had one. */
export const currentOf = ({ parts }: Run) => parts.findLast(({ action }) => action !== null)

/** Whether a run goes on. */
export function isRunning(run: Run): boolean {
  const action = currentOf(run)?.action
  return action ? isOpen(action) : false
}

/** `offered`: the chips there is a newer version for, in order; of a run that goes on they do not count. */
export function statusOf(offered: readonly string[], run: Run | null): UpdateStatus {
  const action = run && currentOf(run)?.action
  if (run && action && isOpen(action)) {
    const chips = run.parts.map(({ chip, action: one }) => ({ chip, pending: !(one && isInstalled(one)) }))
    return { isNew: true, isStarted: action.state !== 'waiting', percent: percentOf(action), chips }
  }
  const failed = action?.state === 'interrupted' && !run?.seen
  return {
    isNew: offered.length > 0,
    isStarted: false,
    percent: failed ? INTERRUPTED_PERCENT : 0,
    chips: offered.map((chip) => ({ chip, pending: true })),
  }
}

/** What became of a run altogether. partly: some chips have their new version, others not. */
export const outcomes = ['running', 'finished', 'partly', 'interrupted', 'cancelled'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf(run: Run): Outcome {
  if (isRunning(run)) return 'running'
  const done = run.parts.filter(({ action }) => action?.state === 'finished').length
  if (done === run.parts.length) return 'finished'
  if (done > 0) return 'partly'
  return currentOf(run)?.action?.state === 'cancelled' ? 'cancelled' : 'interrupted'
}
