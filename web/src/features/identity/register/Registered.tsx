import type { Claim } from '@kellersonne/contract/systems/systems'
import { useEffect } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useNavigate } from '../../../platform/router/context.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { minutesAndSeconds } from '../../../ui/hooks/useCountdown.ts'
import list from '../../../ui/layout/List.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { askSystems, useSystems } from '../../systems/api.ts'
import { secondsLeft, usePolling } from '../../systems/claims.ts'
import { useUser } from '../api/user.ts'
import { type ClaimStatus, claimStatusOf } from './claimStatus.ts'

function ClaimRow({ claim, owned }: { claim: Claim; owned: readonly string[] }) {
  const { t } = useTranslation('register')
  const left = useNow((now) => secondsLeft(claim.until, now))
  const status = useNow((now) => claimStatusOf(claim, owned, now))
  const text =
    status === 'pending' ? t('done.pending', { time: minutesAndSeconds(left) }) : t(`done.${status}`)
  return (
    <li>
      <strong>{claim.sn ?? claim.key}</strong> {text}
    </li>
  )
}

/** The end of registration: the outcome of each claim, and what remains to be done. */
export function Registered({ claims }: { claims: readonly Claim[] }) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const { value: user } = useUser()
  const owned = useSystems().map(({ sn }) => String(sn))
  const withStatus = (wanted: ClaimStatus, now: Date) =>
    claims.filter((claim) => claimStatusOf(claim, owned, now) === wanted)
  const alone = useNow((now) => withStatus('pending', now).filter(({ contested }) => !contested).length) > 0
  const taking = useNow((now) => withStatus('handover', now).length) > 0
  const contested = useNow((now) => withStatus('pending', now).filter((claim) => claim.contested).length) > 0
  const lapsed = useNow((now) => withStatus('lapsed', now).length) > 0
  usePolling(alone || contested, askSystems)
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <Panel title={t('done.title')}>
      <div className={styles.form}>
        <Notice kind="ok" text={t('done.text')} />
        <ul className={list.list} aria-label={t('done.systems')}>
          {claims.map((claim) => (
            <ClaimRow key={claim.key} claim={claim} owned={owned} />
          ))}
        </ul>
        <Notice kind="info" text={alone || taking ? t('done.switch') : null} />
        <Notice kind="warn" text={contested ? t('done.contested') : null} />
        <Notice kind="warn" text={lapsed ? t('done.again') : null} />
        <Notice kind="info" text={user && !user.email_confirmed ? t('done.unconfirmed') : null} />
        <Button onClick={() => void navigate('/dashboard')}>{t('done.dashboard')}</Button>
      </div>
    </Panel>
  )
}
