import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconHourglass } from '@tabler/icons-react'
import { useMutation } from '../../platform/client/useMutation.ts'
import { useNow } from '../../platform/clock/useNow.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { TextButton } from '../../ui/controls/TextButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../ui/forms/useFaultText.ts'
import { minutesAndSeconds } from '../../ui/hooks/useCountdown.ts'
import { refreshUser } from '../identity/api/user.ts'
import { removeSystem } from './api.ts'
import styles from './Claim.module.css'
import { secondsLeft } from './claims.ts'

type Props = { sn: SerialNumber; until: string; contested: boolean }

/** A claimed system that becomes the owner's as soon as its main switch is turned off and on (AUT-12). */
export function ClaimRow({ sn, until, contested }: Props) {
  const { t } = useTranslation('settings')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const left = useNow((now) => secondsLeft(until, now))
  const cancel = async () => {
    await removeSystem(sn)
    await refreshUser()
  }
  return (
    <li className={styles.claim}>
      <div className={styles.head}>
        <IconHourglass size={18} stroke={1.5} aria-hidden />
        <strong>{sn}</strong>
        <span className={styles.left}>{t('serials.waiting', { time: minutesAndSeconds(left) })}</span>
        <span className={styles.end}>
          <TextButton
            aria-label={t('serials.cancelClaim', { sn })}
            disabled={busy}
            onClick={() => void run(cancel)}
          >
            {t('cancel')}
          </TextButton>
        </span>
      </div>
      {contested ? <Notice kind="warn" text={t('serials.contested')} /> : <p>{t('serials.switch')}</p>}
      <Notice kind="danger" text={faultText(fault)} />
    </li>
  )
}
