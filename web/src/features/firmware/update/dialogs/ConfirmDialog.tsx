import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/Dialog.tsx'
import styles from './Dialogs.module.css'
import type { Wording } from './wording.ts'

type Props = { wording: Wording; confirm: () => void; dismiss: () => void }

/** UPD-03: asks for consent to what cannot be undone. */
export function ConfirmDialog({ wording: { title, intro, parts, rest }, confirm, dismiss }: Props) {
  const { t } = useTranslation('updates')
  return (
    <Dialog title={title} close={dismiss}>
      <p>{intro}</p>
      <ul className={styles.parts}>
        {parts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {rest.map((text, i) => (
        <p key={text} className={i === rest.length - 1 ? styles.irreversible : undefined}>
          {text}
        </p>
      ))}
      <DialogActions>
        <Button kind="secondary" onClick={dismiss}>
          {t('cancel')}
        </Button>
        <Button onClick={confirm}>{t('confirm.start')}</Button>
      </DialogActions>
    </Dialog>
  )
}
