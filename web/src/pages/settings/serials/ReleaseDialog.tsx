import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from 'react-i18next'
import { giveUpSystem } from '../../../data/systems.ts'
import { useTask } from '../../../data/useTask.ts'
import { useFaultText } from '../../../shell/useFaultText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

type Props = { sn: SerialNumber; close: () => void }

/** Says what giving up a system means, and does it. */
export function ReleaseDialog({ sn, close }: Props) {
  const { t } = useTranslation('settings')
  const say = useFaultText()
  const { busy, fault, run } = useTask()
  return (
    <Dialog title={t('serials.releaseTitle', { sn })} close={close}>
      <p>{t('serials.releaseText')}</p>
      <Notice kind="danger" text={say(fault)} />
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void run(() => giveUpSystem(sn))}>
          {t('serials.releaseNow')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
