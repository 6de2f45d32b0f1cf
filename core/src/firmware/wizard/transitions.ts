import type { SerialNumber } from '../../systems/systems.ts'
import type { UpdateStatus } from '../status.ts'
import {
  applyPoll,
  applyReport,
  createNotice,
  firstStage,
  initialChoosing,
  returnToChoosing,
  runningStage,
  startDialog,
} from './reports.ts'
import {
  type Dismissed,
  isChoosable,
  isPolling,
  isUnderWay,
  type Progress,
  type Stage,
  type SystemUpdate,
  snOf,
  type UpdateRecord,
  type Wizard,
} from './state.ts'

/**
 * Events of the wizard. opened: all systems have been queried. reported: a report of the main service; polled: a report
 * of the update service. lost: the system no longer belongs to the owner. off: what they state about its switch.
 * confirm, dismiss: how they close the open dialog. started, startFailed, cancelled, cancelRefused, cancelFailed: the
 * result of a request. quiet: two minutes without progress. away: no network, or no service. barred: the service does
 * not get its cookie.
 */
export type WizardEvent =
  | { readonly kind: 'opened'; readonly record: UpdateRecord | null }
  | { readonly kind: 'reported'; readonly sn: SerialNumber; readonly update: SystemUpdate }
  | { readonly kind: 'polled'; readonly sn: SerialNumber; readonly status: UpdateStatus }
  | { readonly kind: 'lost' | 'chosen'; readonly sn: SerialNumber }
  | { readonly kind: 'off'; readonly off: boolean }
  | { readonly kind: 'started'; readonly available: number; readonly total: number }
  | {
      readonly kind:
        | 'next'
        | 'previous'
        | 'start'
        | 'confirm'
        | 'dismiss'
        | 'finish'
        | 'startFailed'
        | 'cancelled'
        | 'cancelRefused'
        | 'cancelFailed'
        | 'quiet'
        | 'away'
        | 'barred'
        | 'signedOut'
    }

/** UPD-01: the validator of the first step. */
function forward({ stage, known }: Wizard): Stage {
  if (stage.at !== 'choosing') return stage
  if (stage.chosen === null) return { ...stage, missing: 'system' }
  const update = known.get(stage.chosen)
  if (update && isUnderWay(update)) return runningStage(stage.chosen, update)
  if (!stage.off) return { ...stage, missing: 'off' }
  return { at: 'reviewing', sn: stage.chosen, dialog: null, failed: false }
}

/** UPD-07 */
function back(stage: Stage): Stage {
  if (stage.at === 'reviewing') return { ...initialChoosing }
  if (stage.at !== 'running' || stage.progress.phase === 'installed' || stage.cancelling === 'asked')
    return stage
  return { ...stage, dialog: stage.progress.phase === 'waiting' ? 'cancel' : 'leave' }
}

const underWay = (sn: SerialNumber): Dismissed => ({ sn, running: true, endedRun: null })
const ended = (sn: SerialNumber, known: Wizard['known']): Dismissed => ({
  ...{ sn, running: false },
  endedRun: known.get(sn)?.run?.id ?? null,
})

function confirm(wizard: Wizard): Stage {
  const { stage, known } = wizard
  if (stage.at === 'reviewing' && stage.dialog === 'confirm')
    return { at: 'starting', sn: stage.sn, before: known.get(stage.sn)?.run?.id ?? null }
  if (stage.at === 'running' && stage.dialog === 'cancel')
    return { ...stage, dialog: null, cancelling: 'asked' }
  if (stage.at === 'running' && stage.dialog === 'leave')
    return returnToChoosing(createNotice('runsOn', stage.sn), underWay(stage.sn))
  return dismiss(wizard)
}

function dismiss({ stage, known }: Wizard): Stage {
  if (stage.at === 'interrupted') return returnToChoosing(null, ended(stage.sn, known))
  if (stage.at === 'reviewing')
    return { ...stage, dialog: stage.dialog === 'confirm' ? 'startCancelled' : null }
  return stage.at === 'running' ? { ...stage, dialog: null } : stage
}

/** UPD-05 */
function finish({ stage, known }: Wizard): Stage {
  if (stage.at === 'finished') return returnToChoosing(null, ended(stage.sn, known))
  if (stage.at === 'running' && stage.progress.phase === 'installed')
    return returnToChoosing(createNotice('switchOn', stage.sn), underWay(stage.sn))
  return stage
}

function begun(stage: Stage, available: number, total: number): Stage {
  if (stage.at !== 'starting') return stage
  const progress: Progress = { phase: 'waiting', percent: 0, available, total }
  const { sn, before } = stage
  return {
    ...{ at: 'running', sn, run: null, before, progress, quiet: false, cancelling: 'no' },
    dialog: startDialog(progress),
  }
}

function cancelEnded(stage: Stage, kind: 'cancelled' | 'cancelRefused' | 'cancelFailed'): Stage {
  if (stage.at !== 'running' || stage.cancelling !== 'asked') return stage
  if (kind === 'cancelled') return returnToChoosing(createNotice('cancelled', stage.sn), underWay(stage.sn))
  return { ...stage, cancelling: kind === 'cancelRefused' ? 'refused' : 'failed' }
}

function stageAfter(wizard: Wizard, event: WizardEvent): Stage {
  const { stage } = wizard
  switch (event.kind) {
    case 'opened':
      return stage.at === 'opening' ? firstStage(wizard, event.record) : stage
    case 'reported':
      return applyReport(stage, event.sn, event.update)
    case 'polled':
      return stage.at === 'running' && stage.sn === event.sn ? applyPoll(stage, event.status) : stage
    case 'lost':
      return snOf(wizard) === event.sn ? returnToChoosing(createNotice('notYours', event.sn)) : stage
    case 'chosen':
      if (stage.at !== 'choosing' || !isChoosable(wizard.known.get(event.sn))) return stage
      return {
        ...initialChoosing,
        chosen: event.sn,
        off: event.sn === stage.chosen && stage.off,
        dismissed: stage.dismissed,
      }
    case 'off':
      return stage.at === 'choosing' ? { ...stage, off: event.off, missing: null } : stage
    case 'next':
      return forward(wizard)
    case 'previous':
      return back(stage)
    case 'start':
      return stage.at === 'reviewing' ? { ...stage, dialog: 'confirm', failed: false } : stage
    case 'confirm':
      return confirm(wizard)
    case 'dismiss':
      return dismiss(wizard)
    case 'finish':
      return finish(wizard)
    case 'started':
      return begun(stage, event.available, event.total)
    case 'startFailed':
      return stage.at === 'starting' ? { at: 'reviewing', sn: stage.sn, dialog: null, failed: true } : stage
    case 'cancelled':
    case 'cancelRefused':
    case 'cancelFailed':
      return cancelEnded(stage, event.kind)
    case 'quiet':
      return stage.at === 'running' ? { ...stage, quiet: true } : stage
    case 'signedOut':
      return { at: 'signedOut' }
    default:
      return stage
  }
}

function knownAfter({ known }: Wizard, event: WizardEvent): Wizard['known'] {
  const changed = new Map(known)
  if (event.kind === 'lost') changed.delete(event.sn)
  else if (event.kind === 'reported') changed.set(event.sn, event.update)
  else if (event.kind === 'polled')
    changed.set(event.sn, { status: event.status, run: known.get(event.sn)?.run ?? null })
  else return known
  return changed
}

/** Returns the wizard after an event (UPD-18), unchanged if the event brings nothing new. Signed out is final. */
export function nextWizard(wizard: Wizard, event: WizardEvent): Wizard {
  if (wizard.stage.at === 'signedOut') return wizard
  const known = knownAfter(wizard, event)
  const stage = stageAfter({ ...wizard, known }, event)
  const answered = event.kind === 'polled'
  const barred = event.kind === 'barred' || (wizard.barred && !answered)
  const next = { stage, known, barred }
  return { ...next, away: isPolling(next) && (event.kind === 'away' || (wizard.away && !answered)) }
}
