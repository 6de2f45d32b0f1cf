import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from 'react-i18next'
import { useMutation } from '../../platform/client/useMutation.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../ui/forms/useFaultText.ts'
import { refreshUser } from '../identity/api/user.ts'
import { removeSystem } from './api.ts'
import { refreshPairing, usePairing } from './pairing/api.ts'

type Props = { sn: SerialNumber; close: () => void }

/** Explains what releasing a system means, and does it. */
export function ReleaseDialog({ sn, close }: Props) {
  const { t } = useTranslation('settings')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const isOwn = usePairing().value?.own.some((one) => one.sn === sn)
  return (
    <Dialog title={t('serials.releaseTitle', { sn })} close={close}>
      <p>{t(isOwn ? 'serials.releaseOwn' : 'serials.releaseText')}</p>
      <Notice kind="danger" text={faultText(fault)} />
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          kind="danger"
          busy={busy}
          onClick={() => void run(() => removeSystem(sn).then(refreshUser).then(refreshPairing))}
        >
          {t('serials.releaseNow')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
