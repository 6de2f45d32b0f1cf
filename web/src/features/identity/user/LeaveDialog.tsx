import { useBlocker } from 'react-router'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'

/** Asks before unsaved input is discarded. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('user')
  const blocker = useBlocker(unsaved)
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title={t('leave.title')} close={blocker.reset}>
      <p>{t('leave.text')}</p>
      <DialogActions>
        <Button kind="secondary" onClick={blocker.reset}>
          {t('leave.stay')}
        </Button>
        <Button kind="danger" onClick={blocker.proceed}>
          {t('leave.go')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
