import type { Pairing } from '@kellersonne/contract/systems/pairing'
import { IconLock, IconRouter } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { lock } from './api.ts'
import styles from './Pairing.module.css'

type OwnSystem = Pairing['own'][number]
type Props = { system: OwnSystem; busy: boolean; replace: () => void }

/** A system that its owner has paired: its gateway can be replaced, and locked when it is lost (GWY-23). */
export function OwnSystemRow({ system: { sn, locked_at: lockedAt }, busy, replace }: Props) {
  const { t } = useTranslation('pairing')
  const [locking, setLocking] = useState(false)
  const Icon = lockedAt === null ? IconRouter : IconLock
  return (
    <li className={styles.own}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span>
        <strong>{sn}</strong>
        {lockedAt !== null && <span className={styles.hint}>{t('locked')}</span>}
      </span>
      <span className={styles.end}>
        <TextButton aria-label={t('replaceOf', { sn })} disabled={busy} onClick={replace}>
          {t('replace')}
        </TextButton>
        {lockedAt === null && (
          <TextButton aria-label={t('lockOf', { sn })} onClick={() => setLocking(true)}>
            {t('lock')}
          </TextButton>
        )}
      </span>
      {locking && <LockDialog sn={sn} close={() => setLocking(false)} />}
    </li>
  )
}

function LockDialog({ sn, close }: { sn: OwnSystem['sn']; close: () => void }) {
  const { t } = useTranslation('pairing')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  return (
    <Dialog title={t('lockTitle', { sn })} close={close}>
      <p>{t('lockText')}</p>
      <Notice kind="danger" text={faultText(fault)} />
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void run(() => lock(sn).then(close))}>
          {t('lockNow')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
