import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useMutation } from '../../platform/client/useMutation.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../ui/forms/useFaultText.ts'
import { refreshUser } from '../identity/api/user.ts'
import { removeSystem } from './api.ts'
import { refreshPairing, usePairing } from './pairing/api.ts'

type Props = {
  sn: SerialNumber
  /** How it is called, if another account waits for it (AUT-17). */
  handedOver?: string
  close: () => void
}

/** Explains what releasing a system means, and does it. */
export function ReleaseDialog({ sn, handedOver, close }: Props) {
  const { t } = useTranslation('settings')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const isOwn = usePairing().value?.own.some((one) => one.sn === sn)
  const text = isOwn ? t('serials.releaseOwn') : t('serials.releaseText')
  const isHandover = handedOver !== undefined
  const title = isHandover
    ? t('handover.agreeTitle', { name: handedOver })
    : t('serials.releaseTitle', { sn })
  return (
    <Dialog title={title} close={close}>
      <p>{isHandover ? t('handover.agreeText') : text}</p>
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
          {isHandover ? t('handover.agreeNow') : t('serials.releaseNow')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
