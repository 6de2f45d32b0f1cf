import {
  isChoosable,
  isInterruptedStatus,
  isUnderWay,
  type Running,
  snOf,
  type UpdateRecord,
  type Wizard,
} from './state.ts'

/** UPD-01: choose, start and progress, end. */
export function stepOf({ stage }: Wizard): 0 | 1 | 2 {
  if (stage.at === 'finished') return 2
  if (stage.at === 'running') return stage.progress.phase === 'installed' ? 2 : 1
  return stage.at === 'reviewing' || stage.at === 'starting' || stage.at === 'interrupted' ? 1 : 0
}

/** UPD-08 */
export function updateStateOf({ stage }: Wizard): 'empty' | 'waiting' | 'started' | 'finished' {
  if (stage.at === 'starting') return 'waiting'
  if (stage.at === 'finished') return 'finished'
  if (stage.at !== 'running') return 'empty'
  return stage.progress.phase === 'waiting' ? 'waiting' : 'started'
}

/** UPD-06 */
export function isNextDisabled(wizard: Wizard): boolean {
  const { stage } = wizard
  return stage.at !== 'choosing' || stage.chosen === null
}
/** UPD-06: an update starts from its flight plan alone, whose checks are advice: they disable nothing. */
export const isStartDisabled = ({ stage }: Wizard): boolean => stage.at !== 'reviewing'

/** Returns the open dialog; each is closed by `confirm` or `dismiss`. */
export function dialogOf({ stage }: Wizard) {
  if (stage.at === 'reviewing' || stage.at === 'running') return stage.dialog
  return stage.at === 'interrupted' || stage.at === 'signedOut' ? stage.at : null
}
export type WizardDialog = Exclude<ReturnType<typeof dialogOf>, null>

/**
 * Returns what to remember (UPD-16). An update that is only being requested has not started: other tabs would look
 * too early.
 */
export function recordOf(wizard: Wizard): UpdateRecord | null {
  const sn = snOf(wizard)
  if (sn === null || wizard.stage.at === 'interrupted') return null
  return { sn, updateStarted: wizard.stage.at !== 'starting' && updateStateOf(wizard) !== 'empty' }
}

/** True if something has been entered for a start that has not happened yet. */
export const isEntered = (wizard: Wizard): boolean =>
  snOf(wizard) !== null && ['choosing', 'reviewing', 'starting'].includes(wizard.stage.at)

/** True if the update service no longer knows the update, and the main service has not reported how it ended. */
export function isOutcomeUnknown({ stage, known }: Wizard): boolean {
  const status = stage.at === 'running' ? known.get(stage.sn)?.status : undefined
  return status !== undefined && !status.isNew && !status.isStarted && !isInterruptedStatus(status)
}

/** Returns which sentence says what to do now: there always is one. */
export function adviceOf({ stage, known }: Wizard) {
  switch (stage.at) {
    case 'choosing': {
      const update = stage.chosen === null ? undefined : known.get(stage.chosen)
      if (update && isUnderWay(update)) return 'watch'
      if (update) return stage.off ? 'goOn' : 'switchOff'
      return [...known.values()].some(isChoosable) ? 'choose' : 'upToDate'
    }
    case 'reviewing':
      return stage.failed ? 'startAgain' : 'start'
    case 'running':
      return runningAdvice(stage)
    default:
      return stage.at
  }
}

function runningAdvice({ progress, quiet, cancelling }: Running) {
  if (cancelling === 'asked') return 'cancelling'
  if (progress.phase !== 'waiting') return quiet && progress.phase === 'started' ? 'stalled' : progress.phase
  const first = progress.available === progress.total
  if (quiet) return first ? 'checkDisplay' : 'switchAgain'
  return first ? 'waiting' : 'nextPart'
}
