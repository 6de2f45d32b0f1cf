import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useBlocker } from '../../../platform/router/context.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'

/** Asks before unsaved input is discarded. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('user')
  const waiting = useBlocker(unsaved)
  if (waiting === null) return null
  return (
    <Dialog title={t('leave.title')} close={waiting.stay}>
      <p>{t('leave.text')}</p>
      <DialogActions>
        <Button kind="secondary" onClick={waiting.stay}>
          {t('leave.stay')}
        </Button>
        <Button kind="danger" onClick={waiting.leave}>
          {t('leave.go')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
