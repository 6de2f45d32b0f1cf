import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../data/useNow.ts'
import { refreshUser, useUser } from '../../../data/user.ts'
import { minutesAndSeconds } from '../../../ui/useWait.ts'
import styles from './states.module.css'

const POLL_MS = 3000

/** One that waits for the switch of its unit. */
function Claim({ sn, until }: { sn: string; until: string }) {
  const { t } = useTranslation('dashboard')
  const left = useNow((now) => Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000)))
  return <li>{t('noSystem.waiting', { sn, time: minutesAndSeconds(left) })}</li>
}

/** What an owner without a system waits for; the live stream brings it once it is theirs (AUT-12). */
export function Waiting() {
  const { t } = useTranslation('dashboard')
  const claims = useUser().value?.claims ?? []
  const waits = claims.length > 0
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refreshUser(), POLL_MS)
    return () => clearInterval(timer)
  }, [waits])
  return (
    waits && (
      <div role="status">
        <ul className={styles.steps}>
          {claims.map(({ sn, until }) => (
            <Claim key={sn} sn={sn} until={until} />
          ))}
        </ul>
        <p>{t('noSystem.switch')}</p>
      </div>
    )
  )
}
