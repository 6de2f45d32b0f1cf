import { PAIRING_MS } from '@kellersonne/core/systems/pairing'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { minutesAndSeconds } from '../../../ui/hooks/useCountdown.ts'
import { usePolling } from '../claims.ts'
import { cancelCode, followPairing, type ShownCode } from './api.ts'
import { Commands } from './Commands.tsx'
import styles from './Pairing.module.css'

/** Seconds that a code is still valid; at most its whole time, in case the clock here is wrong. */
const secondsLeft = (until: string, now: Date) =>
  Math.ceil(Math.min(PAIRING_MS, Math.max(0, Date.parse(until) - now.getTime())) / 1000)

type Props = {
  /** null if the code was shown before the page was loaded. */
  shown: ShownCode | null
  until: string
}

/** A code that waits for its gateway (GWY-20). */
export function Waiting({ shown, until }: Props) {
  const { t } = useTranslation('pairing')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const left = useNow((now) => secondsLeft(until, now))
  usePolling(true, followPairing)
  return (
    <div className={styles.part}>
      {shown === null ? (
        <p>{t('shownBefore')}</p>
      ) : (
        <>
          <p className={styles.code} translate="no">
            {shown.code}
          </p>
          <p>{t('type')}</p>
          <Commands code={shown.code} />
        </>
      )}
      <p className={styles.left}>
        {t('left', { time: minutesAndSeconds(left) })}{' '}
        <TextButton disabled={busy} onClick={() => void run(cancelCode)}>
          {t('cancel')}
        </TextButton>
      </p>
      <Notice kind="danger" text={faultText(fault)} />
    </div>
  )
}
