import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { serverNow } from '../../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useRateLimitedSubmit } from '../../../../ui/forms/useRateLimitedSubmit.ts'
import { correctionsOf, undo } from '../../api/corrections.ts'
import { ChangeList } from '../../changes/ChangeList.tsx'
import { CorrectionRow } from './CorrectionRow.tsx'

type Props = { sn: SerialNumber; title: string; timeZone: string }

/** The corrections of a system, newest first; those that apply can be undone. */
export function CorrectionList({ sn, title, timeZone }: Props) {
  const { t } = useTranslation('corrections')
  const undoing = useRateLimitedSubmit()
  const now = serverNow()
  return (
    <ChangeList
      asked={correctionsOf(sn)}
      title={title}
      none={t('none')}
      notYours={t('notYours')}
      undoing={undoing}
      row={(one) => (
        <CorrectionRow
          key={one.id}
          correction={one}
          busy={undoing.busy}
          undo={() => void undoing.attempt(async () => void (await undo(one)))}
          timeZone={timeZone}
          now={now}
        />
      )}
    />
  )
}
