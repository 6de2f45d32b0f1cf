import { withChunkTimeout } from '../../platform/chunkFault.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { dismissReload, isReloadOffered, useVersion } from '../../platform/program/version.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'

/** The worker's chunk may have disappeared from the server; then a plain reload has to do. */
const load = () =>
  withChunkTimeout(import('../../platform/program/serviceWorker.ts')).then(
    ({ loadNewest }) => loadNewest(),
    () => window.location.reload(),
  )

/** SHL-06: offers a reload if the server has a newer portal. */
export function VersionOffer() {
  const { t } = useTranslation('version')
  if (!useVersion(isReloadOffered)) return null
  return (
    <Dialog title={t('title')} close={dismissReload}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button kind="secondary" onClick={dismissReload}>
          {t('later')}
        </Button>
        <Button onClick={() => void load()}>{t('reload')}</Button>
      </DialogActions>
    </Dialog>
  )
}
