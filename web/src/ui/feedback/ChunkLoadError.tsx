import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

type Props = {
  /** What failed; by default, that the content cannot be shown. */
  title?: string
  close: () => void
}

/** Shown in place of a dialog or other requested content that failed to load. */
export function ChunkLoadError({ title, close }: Props) {
  const { t } = useTranslation('errors', 'common')
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
