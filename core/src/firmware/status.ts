import { type Action, INTERRUPTED_PERCENT, isInstalled, isOpen, percentOf } from './chip-update.ts'

/** A chip of an update; `action` is null before its turn. */
type RunPart = { readonly chip: string; readonly action: Action | null }
/** One started update: chip after chip, each once the unit has been power-cycled after the previous one. */
export type Run = {
  readonly parts: readonly RunPart[]
  /** True once the owner knows how it ended. */
  readonly acknowledged: boolean
}

/** Update status of a system (API-10). */
export type UpdateStatus = {
  /** True if something can be installed or is being installed. */
  readonly isNew: boolean
  readonly isStarted: boolean
  /** True if its owner has started it, but the unit has not begun with the chip whose turn it is. */
  readonly isWaiting: boolean
  /** 0 to 100; -1 if it was interrupted and the owner does not know yet. */
  readonly percent: number
  /** In the order of their turns; `pending`: still to be installed. */
  readonly chips: readonly { readonly chip: string; readonly pending: boolean }[]
}

export const NO_UPDATE: UpdateStatus = {
  isNew: false,
  isStarted: false,
  isWaiting: false,
  percent: 0,
  chips: [],
}

/** True from the owner's start to the end, also before the unit begins and between two chips. */
export const isUnderWay = ({
  isStarted,
  isWaiting,
}: Pick<UpdateStatus, 'isStarted' | 'isWaiting'>): boolean => isStarted || isWaiting

/** Counts the chips still to be installed. */
export const availableOf = ({ chips }: UpdateStatus) => chips.filter(({ pending }) => pending).length

/** Returns the chip whose turn it is, or the last one that had a turn, or lost it to a withdrawal. */
const currentOf = ({ parts }: Run) =>
  parts.find(({ action }) => action && isOpen(action)) ?? parts.findLast(({ action }) => action !== null)

/** True while a run is under way. */
export function isRunning(run: Run): boolean {
  const action = currentOf(run)?.action
  return action ? isOpen(action) : false
}

/** `offered`: chips with a newer version, in order; ignored while a run is under way. */
export function statusOf(offered: readonly string[], run: Run | null): UpdateStatus {
  const action = run && currentOf(run)?.action
  if (run && action && isOpen(action)) {
    const chips = run.parts.map(({ chip, action: one }) => ({
      chip,
      pending: !one || (isOpen(one) && !isInstalled(one)),
    }))
    const isWaiting = action.state === 'waiting'
    return { isNew: true, isStarted: !isWaiting, isWaiting, percent: percentOf(action), chips }
  }
  const failed = action?.state === 'interrupted' && !run?.acknowledged
  return {
    isNew: offered.length > 0,
    isStarted: false,
    isWaiting: false,
    percent: failed ? INTERRUPTED_PERCENT : 0,
    chips: offered.map((chip) => ({ chip, pending: true })),
  }
}

/** Outcome of a whole run. partly: some chips have their new version, others do not. */
export const outcomes = ['running', 'finished', 'partly', 'interrupted', 'cancelled'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf(run: Run): Outcome {
  if (isRunning(run)) return 'running'
  const done = run.parts.filter(({ action }) => action?.state === 'finished').length
  if (done === run.parts.length) return 'finished'
  if (done > 0) return 'partly'
  return currentOf(run)?.action?.state === 'cancelled' ? 'cancelled' : 'interrupted'
}
