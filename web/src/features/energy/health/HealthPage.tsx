import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { findings } from '../api/findings.ts'
import { healthOf } from '../api/health.ts'
import { Instead, Loaded } from '../parts/Loaded.tsx'
import { OneSystem } from '../parts/OneSystem.tsx'
import { PassportCard } from '../passport/PassportCard.tsx'
import { CapacityCard } from './CapacityCard.tsx'
import { FindingsCard } from './FindingsCard.tsx'
import styles from './Health.module.css'
import { ReportedCard } from './ReportedCard.tsx'
import { TemperatureCard } from './TemperatureCard.tsx'
import { UseCard } from './UseCard.tsx'

/** As long as this after the last state of charge, the numbers count as those of today. */
const FRESH_DAYS = 7

/** How a battery is, and what it has been through (HLT-01 to HLT-05). */
export function Component() {
  const { t } = useTranslation('health')
  return (
    <OneSystem intro={t('intro')} label={t('system')}>
      {(sn, timeZone) => (
        <PartBoundary key={sn}>
          <Findings sn={sn} timeZone={timeZone} />
          <Loaded resource={healthOf(sn)} loading={t('loading')} failed={t('failed')}>
            {(health) => (
              <>
                <Outdated health={health} timeZone={timeZone} />
                {health.since === null ? (
                  <Instead>{t('nothing')}</Instead>
                ) : (
                  <>
                    <CapacityCard health={health} />
                    <UseCard health={health} since={health.since} />
                  </>
                )}
                {(health.since !== null || health.temperature !== null) && (
                  <TemperatureCard temperature={health.temperature} />
                )}
                <ReportedCard reported={health.reported} />
                {(health.since !== null || health.reported !== null) && <PassportCard sn={sn} />}
                <p className={styles.limits}>{t('limits')}</p>
              </>
            )}
          </Loaded>
        </PartBoundary>
      )}
    </OneSystem>
  )
}

/** Says so if the battery was not measured for a week: its unit is silent, or does not report the state of charge. */
function Outdated({ health: { until }, timeZone }: { health: BatteryHealth; timeZone: string }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const aWeekAgo = useNow((now) => dayAfter(dayOf(now, timeZone), -FRESH_DAYS))
  if (until === null || until >= aWeekAgo) return null
  return <Notice kind="warn" text={t('outdated', { date: f.date(new Date(`${until}T12:00:00Z`), 'UTC') })} />
}

function Findings({ sn, timeZone }: { sn: SerialNumber; timeZone: string }) {
  const { t } = useTranslation('health')
  return (
    <Loaded resource={findings} loading={t('findings.loading')} failed={t('findings.failed')}>
      {({ systems }) => {
        const system = systems.find((one) => one.sn === sn)
        return system && <FindingsCard system={system} timeZone={timeZone} />
      }}
    </Loaded>
  )
}
