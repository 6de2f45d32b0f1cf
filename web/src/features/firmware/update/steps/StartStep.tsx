import type { LiveSystem } from '@kellersonne/core/live/live'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../../ui/forms/RateLimitNotice.tsx'
import type { Attempt } from '../../../../ui/forms/useRateLimitedSubmit.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import { FlightPlan } from '../flight-plan/FlightPlan.tsx'
import styles from './StepLayout.module.css'

type Props = {
  system: LiveSystem
  name: string
  facts: UpdateFacts | null
  /** Whether a start is in progress or has failed. */
  tried: 'starting' | 'failed' | null
  attempt: Pick<Attempt, 'fault' | 'retryAfterSeconds'>
}

const codes = [
  ...([
    'session_required',
    'not_found',
    'no_update',
    'update_changed',
    'update_started',
    'consent_missing',
    'origin_denied',
  ] as const),
  ...(['network', 'unavailable', 'internal'] as const),
] as const

/** UPD-19: what will happen, before it does. */
export function StartStep({ system, name, facts, tried, attempt }: Props) {
  const { t } = useTranslation('updates')
  const own = Object.fromEntries(codes.map((code) => [code, t(`refusedHere.${code}`)]))
  return (
    <div className={styles.single}>
      <h2>{facts?.plan.ready === false ? t('ready.notYet', { name }) : t('ready.title', { name })}</h2>
      <Notice kind="info" text={tried === 'starting' ? t('ready.starting', { name }) : null} />
      {tried === 'failed' && <Notice kind="warn" text={t('ready.again', { name })} />}
      <RateLimitNotice {...attempt} own={own} />
      {facts ? (
        <FlightPlan plan={facts.plan} {...{ system, name }} />
      ) : (
        <p role="status">{t('ready.missing')}</p>
      )}
    </div>
  )
}
