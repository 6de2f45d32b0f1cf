import { useTranslation } from 'react-i18next'
import { inTime } from '../../platform/chunkFault.ts'
import { isOffered, putOff, useVersion } from '../../platform/program/version.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'

/** The worker's chunk may have disappeared from the server; then a plain reload has to do. */
const load = () =>
  inTime(import('../../platform/program/serviceWorker.ts')).then(
    ({ loadNewest }) => loadNewest(),
    () => window.location.reload(),
  )

/** SHL-06: offers a reload if the server has a newer portal. */
export function VersionOffer() {
  const { t } = useTranslation('version')
  if (!useVersion(isOffered)) return null
  return (
    <Dialog title={t('title')} close={putOff}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button kind="secondary" onClick={putOff}>
          {t('later')}
        </Button>
        <Button onClick={() => void load()}>{t('reload')}</Button>
      </DialogActions>
    </Dialog>
  )
}
