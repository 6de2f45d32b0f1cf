import { type Activity, activityOf, isOnline, stopOf } from '@kellersonne/core/live/activity'
import type { LiveSystem, LiveValues } from '@kellersonne/core/live/live'
import { isChargeCurrent } from '@kellersonne/core/live/measured'
import { entryOf } from '@kellersonne/core/messages/messages'
import { canMeasure } from '@kellersonne/core/systems/capabilities'
import { percent } from '@kellersonne/core/units/units'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { GaugeNumber } from '../../../ui/gauge/GaugeNumber.tsx'
import { SunGauge } from '../../../ui/gauge/SunGauge.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { GlossaryLink } from '../../glossary/GlossaryLink.tsx'
import { gaugeOf } from '../../live/model/gaugeOf.ts'
import { updateStepOf } from '../../live/model/updateStep.ts'
import { Facts } from './Facts.tsx'
import styles from './Status.module.css'

type Props = {
  system: LiveSystem
  /** Its values, with those that are too old to be current. */
  measured: LiveValues
  now: Date
}

/** Since when it has been doing this; null if unknown. */
function sinceOf(system: LiveSystem, doing: Activity): Date | null {
  if (doing === 'silent') return system.lastOnline
  if (doing === 'unknown') return system.statusSince
  const code = doing === 'off' ? 'aus' : doing === 'stopped' ? stopOf(system)?.code : null
  return system.messages.find((message) => message.code === code)?.since ?? null
}

const isUpdate = (doing: Activity) => doing === 'updating' || doing === 'awaitsUpdate'

/** The large gauge, what the battery is doing and why, and all its values. */
export function Status({ system, measured, now }: Props) {
  const { t } = useTranslation('batteries', 'flags', 'dashboard')
  const format = useFormats()
  const doing = activityOf(system, now)
  const online = isOnline(system, now)
  const stop = doing === 'stopped' ? stopOf(system) : null
  const power = format.text(format.power(system.powers.battery, { magnitude: true }))
  const since = sinceOf(system, doing)
  const { batteryStatus: word } = system
  const step = isUpdate(doing) ? updateStepOf(system.update) : null
  const progress = format.text(format.percent(percent(system.update.percent)))
  const known = step
    ? t(`dashboard:conditions.step.${step}`)
    : t(`why.${doing}`, { power, percent: progress })
  const reason = doing === 'unknown' && word !== null ? t('why.word', { word }) : known
  const why = stop ? t(`flags:${entryOf(stop.code)}.text`, { code: stop.code }) : reason
  const soc = format.percent(system.soc)
  const { soc: chargedAt } = system.measuredAt
  const oldAt = online && system.soc !== null && !isChargeCurrent(system, now) ? chargedAt : null
  return (
    <Card title={t('status.title')}>
      <div className={styles.now} data-old={!online || oldAt !== null || undefined}>
        <SunGauge size="large" percent={system.soc} state={gaugeOf(doing)}>
          <GaugeNumber {...soc} />
        </SunGauge>
        <div>
          <p className="visually-hidden">
            {system.soc === null ? t('unknownCharge') : t('status.charge', { soc: format.text(soc) })}
          </p>
          <p className={styles.doing}>{t(`status.${doing}`)}</p>
          <p className={styles.why}>{why}</p>
          {oldAt && (
            <p className={styles.why}>
              {t('status.chargeAsOf', { time: format.moment(oldAt, now, system.timeZone) })}
            </p>
          )}
          {since && (
            <p className={styles.why}>
              {t('status.since', { time: format.moment(since, now, system.timeZone) })}
            </p>
          )}
        </div>
      </div>
      <Facts system={system} measured={measured} online={online} now={now} />
      <div className={styles.links}>
        {isUpdate(doing) && (
          <TextLink to={`/update?sn=${system.sn}`}>{t('dashboard:conditions.toUpdate')}</TextLink>
        )}
        {canMeasure(system.capabilities, 'battery_w') && (
          <TextLink data-screen to={`/battery-health?sn=${system.sn}`}>
            {t('health')}
          </TextLink>
        )}
        <GlossaryLink group="battery" of={t('status.title')} />
      </div>
    </Card>
  )
}
