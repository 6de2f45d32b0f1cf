import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import styles from './Calibration.module.css'

/** Why a battery calibrates, what its owner will notice, and that this is not a fault. */
export function CalibrationDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('batteries', 'common')
  const parts = (['why', 'look', 'fault'] as const).map((part) => ({
    title: t(`calibration.explained.${part}`),
    text: t(`calibration.explained.${part}Text`),
  }))
  return (
    <Dialog title={t('calibration.explained.title')} close={close}>
      {parts.map(({ title, text }) => (
        <section key={title} className={styles.explained}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
      <DialogActions>
        <Button onClick={close}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
