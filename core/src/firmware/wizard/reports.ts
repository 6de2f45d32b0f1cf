import type { SerialNumber } from '../../systems/systems.ts'
import type { UpdateStatus } from '../status.ts'
import {
  type Choosing,
  isChoosable,
  isInterrupted,
  isUnderWay,
  type Notice,
  type Progress,
  progressOf,
  type Running,
  type Stage,
  type Standing,
  type Starting,
  type UpdateRecord,
  type Wizard,
} from './state.ts'

/** The initial state of the first step. */
export const choosing: Choosing = {
  ...{ at: 'choosing', chosen: null, off: false },
  ...{ missing: null, notice: null, aside: null },
}
export const backTo = (notice: Notice | null, aside: Choosing['aside'] = null): Stage => ({
  ...choosing,
  notice,
  aside,
})
export const notice = (kind: Notice['kind'], sn: SerialNumber): Notice => ({ kind, sn })

export const running = (sn: SerialNumber, { status, run }: Standing): Running => ({
  ...{ at: 'running', sn, run: run?.id ?? null, before: null, progress: progressOf(status) },
  ...{ quiet: false, dialog: null, cancelling: 'no' },
})

/** Returns the stage that shows an update in this standing; null if there is nothing to show. */
function toldOf(sn: SerialNumber, standing: Standing): Stage | null {
  const { run } = standing
  if (isUnderWay(standing)) return running(sn, standing)
  if (!run || run.seen) return null
  if (run.state === 'interrupted') return { at: 'interrupted', sn, percent: null }
  return run.state === 'finished' ? { at: 'finished', sn } : null
}

/**
 * Returns the first stage of a visit: an update under way, else one that has ended unseen; the remembered system
 * first.
 */
export function open({ known }: Wizard, record: UpdateRecord | null): Stage {
  const all = [...known].toSorted(([a], [b]) => Number(b === record?.sn) - Number(a === record?.sn))
  const stages = all.map(([sn, standing]) => toldOf(sn, standing)).filter((stage) => stage !== null)
  const chosen = record && isChoosable(known.get(record.sn)) ? record.sn : null
  return stages.find(({ at }) => at === 'running') ?? stages[0] ?? { ...choosing, chosen }
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
function goOn(stage: Running, progress: Progress): Running {
  if (!isLater(stage.progress, progress)) return stage
  const cancelling = progress.phase === 'waiting' ? stage.cancelling : 'no'
  return { ...stage, progress, quiet: false, dialog: dialogIn(stage, progress), cancelling }
}

const interrupted = ({ sn, progress }: Running): Stage => ({
  ...{ at: 'interrupted', sn },
  percent: progress.phase === 'waiting' ? null : progress.percent,
})

/** UPD-08: applies a report of the update service to a running update. Only the main service knows how it ended. */
export function polled(stage: Running, status: UpdateStatus): Stage {
  if (isInterrupted(status)) return interrupted(stage)
  return status.isNew || status.isStarted ? goOn(stage, progressOf(status)) : stage
}

/** Applies a report of the main service, which identifies its update. */
function standsRunning(stage: Running, standing: Standing): Stage {
  const { run } = standing
  if (isUnderWay(standing)) {
    if (stage.run !== null && run?.id !== stage.run) return running(stage.sn, standing)
    return { ...goOn(stage, progressOf(standing.status)), run: run?.id ?? null }
  }
  if (!run || run.id === stage.before) return stage
  if (run.state === 'interrupted') return interrupted(stage)
  if (run.state === 'finished') return { at: 'finished', sn: stage.sn }
  return backTo(notice('cancelled', stage.sn))
}

/** UPD-10: the dialog depends on how many parts have been started. */
export const startDialog = ({ available }: Pick<Progress, 'available'>) =>
  available > 1 ? 'several' : 'started'

/** Shows a start that has succeeded, though its own response may be pending or lost. */
function standsStarting(stage: Starting, standing: Standing): Stage {
  if (!isUnderWay(standing)) return stage
  const begun = running(stage.sn, standing)
  return { ...begun, before: stage.before, dialog: startDialog(begun.progress) }
}

function standsChoosing(stage: Choosing, sn: SerialNumber, standing: Standing): Stage {
  const aside = stage.aside?.sn === sn && stage.aside.running === isUnderWay(standing)
  const kept = aside || stage.aside?.sn !== sn ? stage : { ...stage, aside: null }
  const mayInterrupt = stage.chosen === null || stage.chosen === sn
  const told = aside || !mayInterrupt ? null : toldOf(sn, standing)
  if (told) return told
  return stage.chosen === sn && !isChoosable(standing) ? backTo(notice('gone', sn)) : kept
}

/** Stays complete only as long as the newest update is a finished one. */
const standsFinished = (stage: Stage, sn: SerialNumber, standing: Standing): Stage =>
  standing.run?.state === 'finished' ? stage : (toldOf(sn, standing) ?? backTo(null))

/** Applies a report of the main service. */
export function stands(stage: Stage, sn: SerialNumber, standing: Standing): Stage {
  if (stage.at === 'choosing') return standsChoosing(stage, sn, standing)
  if (!('sn' in stage) || stage.sn !== sn) return stage
  if (stage.at === 'running') return standsRunning(stage, standing)
  if (stage.at === 'starting') return standsStarting(stage, standing)
  if (stage.at === 'finished') return standsFinished(stage, sn, standing)
  if (stage.at !== 'ready') return stage
  if (isUnderWay(standing)) return running(sn, standing)
  return standing.status.isNew ? stage : backTo(notice('gone', sn))
}
