import type { WireCorrection } from '@kellersonne/contract/energy/corrections'
import { dayOf } from '@kellersonne/core/time/days'
import type { Formats } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import styles from '../../changes/ChangeList.module.css'
import { useFocusOnceUndone } from '../../changes/useFocusOnceUndone.ts'
import { correctionSentence } from '../../charts/eventTexts.ts'

type Props = {
  correction: WireCorrection
  busy: boolean
  undo: () => void
  timeZone: string
  now: Date
}

/** A correction: what it says, when it applies, when it was made and undone. */
export function CorrectionRow({ correction, busy, undo, timeZone, now }: Props) {
  const { t } = useTranslation('corrections', 'changes')
  const { t: eventText } = useTranslation('charts', 'flags')
  const f = useFormats()
  const { made_at: madeAt, undone_at: undoneAt } = correction
  const row = useFocusOnceUndone(undoneAt !== null)
  const what = correctionSentence(correction, { t: eventText, f })
  const when = spanText(correction, timeZone, f, (from, until) => t('span', { from, until }))
  const moment = (at: string) => f.moment(new Date(at), now, timeZone)
  return (
    <li ref={row} tabIndex={-1} className={styles.row} data-undone={undoneAt !== null || undefined}>
      <div>
        <p className={styles.what}>{what}</p>
        <p>{when}</p>
        <p className={styles.made}>
          {t('changes:made', { at: moment(madeAt) })}
          {undoneAt !== null && ` · ${t('changes:undone', { at: moment(undoneAt) })}`}
        </p>
      </div>
      {undoneAt === null && (
        <Button kind="secondary" busy={busy} aria-label={t('undoOf', { what, when })} onClick={undo}>
          {t('changes:undo')}
        </Button>
      )}
    </li>
  )
}

/** When a correction applies: an instant, a time of one day, or one of several. */
function spanText(
  { from, until }: WireCorrection,
  timeZone: string,
  f: Formats,
  span: (from: string, until: string) => string,
): string {
  const at = (instant: Date) => `${f.date(instant, timeZone)}, ${f.time(instant, timeZone)}`
  const start = new Date(from)
  if (until === null) return at(start)
  const end = new Date(until)
  const isOneDay = dayOf(start, timeZone) === dayOf(end, timeZone)
  return isOneDay ? span(at(start), f.time(end, timeZone)) : span(at(start), at(end))
}
