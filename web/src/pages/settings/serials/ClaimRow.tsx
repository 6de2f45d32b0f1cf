import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { giveUpSystem } from '../../../data/systems.ts'
import { useNow } from '../../../data/useNow.ts'
import { refreshUser } from '../../../data/user.ts'
import { useTask } from '../../../data/useTask.ts'
import { secondsLeft } from '../../../shell/claims.ts'
import { useFaultText } from '../../../shell/useFaultText.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { minutesAndSeconds } from '../../../ui/useWait.ts'
import styles from './Claim.module.css'

type Props = { sn: SerialNumber; until: string; contested: boolean }

/** A system that is the owner's as soon as its main switch is switched off and on (AUT-12). */
export function ClaimRow({ sn, until, contested }: Props) {
  const { t } = useTranslation('settings')
  const say = useFaultText()
  const { busy, fault, run } = useTask()
  const left = useNow((now) => secondsLeft(until, now))
  const cancel = async () => {
    await giveUpSystem(sn)
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
      <Notice kind="danger" text={say(fault)} />
    </li>
  )
}
