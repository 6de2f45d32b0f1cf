import type { Interruption } from '@kellersonne/core/firmware/chip-update'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { plainName } from '@kellersonne/core/systems/names'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/Dialog.tsx'
import type { UpdateFacts } from '../../api/updates.ts'
import styles from './Dialogs.module.css'

/** Interruptions with advice of their own, because switching on and retrying is not, or not all of, the remedy. */
const adviseOtherwise = new Set<Interruption>(['not_started', 'not_switched_on', 'refused', 'withdrawn'])

type Props = {
  system: LiveSystem
  name: string
  /** The last percentage seen here, if any. */
  percent: number | null
  receipt: UpdateFacts['last']
  confirm: () => void
}

/** UPD-13: what has happened, and what to do. */
export function InterruptedDialog({ system, name, percent, receipt, confirm }: Props) {
  const { t } = useTranslation('updates', 'receipts')
  const format = useFormats()
  const reason = receipt?.parts.findLast(({ state }) => state === 'interrupted')?.reason
  const stopped =
    percent === null
      ? t('interrupted.unknown')
      : t('interrupted.at', { percent: format.text({ value: String(percent), unit: '%' }) })
  const facts = [
    stopped,
    receipt?.ended_at && format.time(new Date(receipt.ended_at), system.timeZone),
    t('interrupted.where', { name: plainName(system), sn: system.sn }),
  ]
  const why = reason && `${t(`receipts:reason.${reason}`)} ${t(`receipts:next.${reason}`)}`
  const usual = !reason || !adviseOtherwise.has(reason)
  const id = 'interrupted'
  return (
    <Dialog
      title={t('interrupted.title')}
      close={confirm}
      alert={{ word: t('dialog.error'), describedBy: id }}
    >
      {usual ? (
        <>
          <p id={id}>{`${t('interrupted.text', { name })} ${t('interrupted.kept')}`}</p>
          {why && <p>{why}</p>}
        </>
      ) : (
        <p id={id}>{`${why} ${t('interrupted.kept')}`}</p>
      )}
      <p className={styles.stopped}>{facts.filter(Boolean).join(' · ')}</p>
      <DialogActions>
        <Button onClick={confirm}>{t('dialog.understood')}</Button>
      </DialogActions>
    </Dialog>
  )
}
