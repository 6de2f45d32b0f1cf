import type { Claim } from '@kellersonne/contract/systems/systems'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { askSystems, useSystems } from '../../data/systems.ts'
import { useNow } from '../../data/useNow.ts'
import { useUser } from '../../data/user.ts'
import { secondsLeft, usePolling } from '../../shell/claims.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../../ui/Form.module.css'
import list from '../../ui/List.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { minutesAndSeconds } from '../../ui/useWait.ts'
import { type Standing, standingOf } from './standing.ts'

function ClaimRow({ claim, owned }: { claim: Claim; owned: readonly string[] }) {
  const { t } = useTranslation('register')
  const left = useNow((now) => secondsLeft(claim.until, now))
  const standing = useNow((now) => standingOf(claim, owned, now))
  const text =
    standing === 'pending' ? t('done.pending', { time: minutesAndSeconds(left) }) : t(`done.${standing}`)
  return (
    <li>
      <strong>{claim.sn ?? claim.key}</strong> {text}
    </li>
  )
}

/** The end of registration: whose the systems are, and what is left to do. */
export function Registered({ claims }: { claims: readonly Claim[] }) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const { value: user } = useUser()
  const owned = useSystems().map(({ sn }) => String(sn))
  const having = (wanted: Standing, now: Date) =>
    claims.filter((claim) => standingOf(claim, owned, now) === wanted)
  const alone = useNow((now) => having('pending', now).filter(({ contested }) => !contested).length) > 0
  const contested = useNow((now) => having('pending', now).filter((claim) => claim.contested).length) > 0
  const lapsed = useNow((now) => having('lapsed', now).length) > 0
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
        <Notice kind="info" text={alone ? t('done.switch') : null} />
        <Notice kind="warn" text={contested ? t('done.contested') : null} />
        <Notice kind="warn" text={lapsed ? t('done.again') : null} />
        <Notice kind="info" text={user && !user.email_confirmed ? t('done.unconfirmed') : null} />
        <Button onClick={() => void navigate('/dashboard')}>{t('done.dashboard')}</Button>
      </div>
    </Panel>
  )
}
