import type { User } from '@kellersonne/contract/identity/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../platform/clock/useNow.ts'
import { minutesAndSeconds } from '../../../ui/hooks/useCountdown.ts'
import { refreshUser, useUser } from '../../identity/api/user.ts'
import { secondsLeft, usePolling } from '../../systems/claims.ts'
import styles from './states.module.css'

/** A claim waiting for its unit's switch. */
function Claim({ sn, until, contested }: User['claims'][number]) {
  const { t } = useTranslation('dashboard')
  const left = useNow((now) => secondsLeft(until, now))
  if (contested) return <li>{t('noSystem.contested', { sn })}</li>
  return <li>{t('noSystem.waiting', { sn, time: minutesAndSeconds(left) })}</li>
}

/** Pending claims of an owner without a system, or `children`; the live stream delivers a claimed system (AUT-12). */
export function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  const claims = useUser().value?.claims ?? []
  const waits = claims.length > 0
  usePolling(waits, refreshUser)
  if (!waits) return children
  return (
    <div className={styles.waiting}>
      {claims.some(({ contested }) => !contested) && <p>{t('noSystem.switch')}</p>}
      <ul>
        {claims.map((claim) => (
          <Claim key={claim.sn} {...claim} />
        ))}
      </ul>
    </div>
  )
}
