import type { SerialNumber } from '../../systems/systems.ts'
import type { UpdateStatus } from '../status.ts'
import {
  type Choosing,
  type Dismissed,
  isChoosable,
  isInterruptedStatus,
  isUnderWay,
  type Notice,
  type Progress,
  progressOf,
  type Running,
  type Stage,
  type Starting,
  type SystemUpdate,
  type UpdateRecord,
  type Wizard,
} from './state.ts'

/** The initial state of the first step. */
export const initialChoosing: Choosing = {
  ...{ at: 'choosing', chosen: null, off: false },
  ...{ missing: null, notice: null, dismissed: null },
}
export const returnToChoosing = (notice: Notice | null, dismissed: Choosing['dismissed'] = null): Stage => ({
  ...initialChoosing,
  notice,
  dismissed,
})
export const createNotice = (kind: Notice['kind'], sn: SerialNumber): Notice => ({ kind, sn })

export const runningStage = (sn: SerialNumber, { status, run }: SystemUpdate): Running => ({
  ...{ at: 'running', sn, run: run?.id ?? null, before: null, progress: progressOf(status) },
  ...{ quiet: false, dialog: null, cancelling: 'no' },
})

/** Returns the stage that shows an update in this state; null if there is nothing to show. */
function stageFor(sn: SerialNumber, update: SystemUpdate): Stage | null {
  const { run } = update
  if (isUnderWay(update)) return runningStage(sn, update)
  if (!run || run.acknowledged) return null
  if (run.state === 'interrupted') return { at: 'interrupted', sn, percent: null }
  return run.state === 'finished' ? { at: 'finished', sn } : null
}

/**
 * Returns the first stage of a visit: an update under way, else one that has ended unseen; the remembered system
 * first.
 */
export function firstStage({ known }: Wizard, record: UpdateRecord | null): Stage {
  const all = [...known].toSorted(([a], [b]) => Number(b === record?.sn) - Number(a === record?.sn))
  const stages = all.map(([sn, update]) => stageFor(sn, update)).filter((stage) => stage !== null)
  const chosen = record && isChoosable(known.get(record.sn)) ? record.sn : null
  return stages.find(({ at }) => at === 'running') ?? stages[0] ?? { ...initialChoosing, chosen }
}

const order: readonly Progress['phase'][] = ['switching', 'waiting', 'started', 'installed']
const isLaterPhase = (a: Progress, b: Progress) => order.indexOf(b.phase) > order.indexOf(a.phase)
/** True if `b` is later in the same update than `a`. */
const isLater = (a: Progress, b: Progress) =>
  b.available < a.available ||
  (b.available === a.available && (isLaterPhase(a, b) || (b.phase === a.phase && b.percent > a.percent)))

/** An open question can change its meaning as the update progresses. */
function dialogIn(stage: Running, { phase }: Progress): Running['dialog'] {
  if (stage.dialog !== 'cancel' && stage.dialog !== 'leave') return stage.dialog
  if (phase === 'installed') return null
  return phase === 'waiting' ? 'cancel' : 'leave'
}

/** Moves forward, never back: late reports are ignored. */
function advance(stage: Running, progress: Progress): Running {
  if (!isLater(stage.progress, progress)) return stage
  const cancelling = progress.phase === 'waiting' ? stage.cancelling : 'no'
  return { ...stage, progress, quiet: false, dialog: dialogIn(stage, progress), cancelling }
}

const interrupted = ({ sn, progress }: Running): Stage => ({
  ...{ at: 'interrupted', sn },
  percent: progress.phase === 'waiting' ? null : progress.percent,
})

/** UPD-08: applies a report of the update service to a running update. Only the main service knows how it ended. */
export function applyPoll(stage: Running, status: UpdateStatus): Stage {
  if (isInterruptedStatus(status)) return interrupted(stage)
  return status.isNew || status.isStarted ? advance(stage, progressOf(status)) : stage
}

/** Applies a report of the main service, which identifies its update. */
function applyWhileRunning(stage: Running, update: SystemUpdate): Stage {
  const { run } = update
  if (isUnderWay(update)) {
    if (stage.run !== null && run?.id !== stage.run) return runningStage(stage.sn, update)
    return { ...advance(stage, progressOf(update.status)), run: run?.id ?? null }
  }
  if (!run || run.id === stage.before) return stage
  if (run.state === 'interrupted') return interrupted(stage)
  if (run.state === 'finished') return { at: 'finished', sn: stage.sn }
  return returnToChoosing(createNotice('cancelled', stage.sn))
}

/** UPD-10: the dialog depends on how many parts have been started. */
export const startDialog = ({ available }: Pick<Progress, 'available'>) =>
  available > 1 ? 'several' : 'started'

/** Shows a start that has succeeded, though its own response may be pending or lost. */
function applyWhileStarting(stage: Starting, update: SystemUpdate): Stage {
  if (!isUnderWay(update)) return stage
  const begun = runningStage(stage.sn, update)
  return { ...begun, before: stage.before, dialog: startDialog(begun.progress) }
}

/** True if a report says nothing new about a dismissed update, or is older than its end. */
const isAsDismissed = ({ running, endedRun }: Dismissed, update: SystemUpdate) =>
  running === isUnderWay(update) || (endedRun !== null && endedRun === update.run?.id)

function applyWhileChoosing(stage: Choosing, sn: SerialNumber, update: SystemUpdate): Stage {
  const dismissed = stage.dismissed?.sn === sn && isAsDismissed(stage.dismissed, update)
  const unchanged = dismissed || stage.dismissed?.sn !== sn ? stage : { ...stage, dismissed: null }
  const mayInterrupt = stage.chosen === null || stage.chosen === sn
  const shown = dismissed || !mayInterrupt ? null : stageFor(sn, update)
  if (shown) return shown
  return stage.chosen === sn && !isChoosable(update) ? returnToChoosing(createNotice('gone', sn)) : unchanged
}

/** Stays complete only as long as the newest update is a finished one. */
const applyWhileFinished = (stage: Stage, sn: SerialNumber, update: SystemUpdate): Stage =>
  update.run?.state === 'finished' ? stage : (stageFor(sn, update) ?? returnToChoosing(null))

/** Applies a report of the main service. */
export function applyReport(stage: Stage, sn: SerialNumber, update: SystemUpdate): Stage {
  if (stage.at === 'choosing') return applyWhileChoosing(stage, sn, update)
  if (!('sn' in stage) || stage.sn !== sn) return stage
  if (stage.at === 'running') return applyWhileRunning(stage, update)
  if (stage.at === 'starting') return applyWhileStarting(stage, update)
  if (stage.at === 'finished') return applyWhileFinished(stage, sn, update)
  if (stage.at !== 'reviewing') return stage
  if (isUnderWay(update)) return runningStage(sn, update)
  return update.status.isNew ? stage : returnToChoosing(createNotice('gone', sn))
}
