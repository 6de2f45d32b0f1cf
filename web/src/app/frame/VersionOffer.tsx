import { useTranslation } from 'react-i18next'
import { inTime } from '../../platform/chunkFault.ts'
import { isOffered, putOff, useVersion } from '../../platform/program/version.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'

/** The worker's part of the program may be one that has disappeared; then a plain reload must do. */
const load = () =>
  inTime(import('../../platform/program/serviceWorker.ts')).then(
    ({ loadNewest }) => loadNewest(),
    () => window.location.reload(),
  )

/** SHL-06: asks whether to load the portal anew where the server has a newer one. */
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
