import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'

/** In place of a dialog that could not be loaded. */
export function Unloaded({ close }: { close: () => void }) {
  const { t } = useTranslation(['errors', 'common'])
  return (
    <Dialog title={t('page.title')} close={close}>
      <p>{t('page.chunk')}</p>
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('common:close')}
        </Button>
        <Button onClick={() => location.reload()}>{t('common:reload')}</Button>
      </DialogActions>
    </Dialog>
  )
}
