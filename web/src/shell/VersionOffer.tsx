import { useTranslation } from 'react-i18next'
import { inTime } from '../chunkFault.ts'
import { isOffered, putOff, useVersion } from '../data/version.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'

/** The worker's part of the program may be one that has disappeared; then a plain reload must do. */
const load = () =>
  inTime(import('../data/serviceWorker.ts')).then(
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
