import { useTranslation } from 'react-i18next'
import { Button } from '../controls/Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

type Props = {
  /** What cannot be done; else that it cannot be shown. */
  title?: string
  close: () => void
}

/** In place of a dialog, or something else somebody asked for, that could not be loaded. */
export function ChunkLoadError({ title, close }: Props) {
  const { t } = useTranslation(['errors', 'common'])
  return (
    <Dialog title={title ?? t('page.title')} close={close}>
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
