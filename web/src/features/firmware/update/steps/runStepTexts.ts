import { freshWizard, partOf, type Running } from '@kellersonne/core/firmware/wizard/state'
import { adviceOf } from '@kellersonne/core/firmware/wizard/view'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { TFunction } from '../../../../platform/i18n/translate.ts'
import type { NoticeKind } from '../../../../ui/feedback/Notice.tsx'

type T = TFunction<'updates'>
export type Row = {
  readonly kind: 'wait' | 'write' | 'switch' | 'later' | 'done'
  readonly text: string
  readonly when: 'now' | 'later' | 'done'
}

/** The advice during an update, and its severity, by what is known of the unit. */
export function adviceFor(
  stage: Running,
  name: string,
  { status, online }: Pick<LiveSystem, 'status' | 'online'>,
  t: T,
): { kind: NoticeKind; text: string } {
  if (stage.cancelling === 'failed') return { kind: 'warn', text: t('advice.notCancelled') }
  if (stage.cancelling === 'refused') return { kind: 'info', text: t('advice.refused') }
  const advice = adviceOf({ ...freshWizard, stage })
  const part = partOf(stage.progress)
  const kind = stage.quiet ? 'warn' : 'info'
  if (status !== 'off' && (advice === 'nextPart' || advice === 'switchAgain'))
    return { kind, text: t('advice.offAgain', { name, part }) }
  if (status === 'on' && advice === 'waiting') return { kind: 'info', text: t('advice.offFirst', { name }) }
  if (online === false && stage.progress.phase !== 'switching' && advice !== 'cancelling')
    return { kind, text: t('advice.away', { name }) }
  switch (advice) {
    case 'checkDisplay':
    case 'switchAgain':
    case 'stalled':
      return { kind: 'warn', text: t(`advice.${advice}`, { name, part }) }
    case 'waiting':
    case 'nextPart':
    case 'started':
    case 'switching':
    case 'cancelling':
      return { kind: 'info', text: t(`advice.${advice}`, { name, part }) }
    default:
      return { kind: 'info', text: t('advice.started') }
  }
}

/** The finished, current and next steps. */
export function rowsOf({ progress }: Running, t: T): Row[] {
  const { phase, total } = progress
  const part = partOf(progress)
  const isLast = part >= total
  const writing = total > 1 ? t('run.writePart', { part }) : t('run.write')
  const before = phase === 'switching' ? part : part - 1
  const doneRows = Array.from({ length: before }, (_, i): Row => {
    return { kind: 'done', text: t('run.partDone', { part: i + 1 }), when: 'done' }
  })
  const isOver = phase === 'switching'
  return [
    ...doneRows,
    ...(phase === 'waiting' ? [{ kind: 'wait', text: t('run.wait'), when: 'now' } as const] : []),
    ...(isOver
      ? []
      : [{ kind: 'write', text: writing, when: phase === 'started' ? 'now' : 'later' } as const]),
    isLast
      ? { kind: 'switch', text: t('run.switchOn'), when: 'later' }
      : { kind: 'switch', text: t('run.cycle'), when: isOver ? 'now' : 'later' },
    ...(isLast
      ? []
      : [{ kind: 'later', text: t('run.follows', { part: part + 1 }), when: 'later' } as const]),
  ]
}
