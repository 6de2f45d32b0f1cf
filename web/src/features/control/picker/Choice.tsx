import { activityOf, isOnline } from '@kellersonne/core/live/activity'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { isChargeCurrent } from '@kellersonne/core/live/measured'
import { troubleOf } from '@kellersonne/core/live/trouble'
import { plainName } from '@kellersonne/core/systems/names'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconAlertOctagon, IconAlertTriangle, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { SunGauge } from '../../../ui/gauge/SunGauge.tsx'
import { gaugeOf } from '../../live/model/gaugeOf.ts'
import styles from './Picker.module.css'

type Props = {
  system: LiveSystem
  now: Date
  pressed: boolean
  choose: (sn: SerialNumber) => void
}

const icons = { silent: IconWifiOff, danger: IconAlertOctagon, warn: IconAlertTriangle }

/** A summary of one battery. */
export function Choice({ system, now, pressed, choose }: Props) {
  const { t } = useTranslation('batteries', 'dashboard')
  const format = useFormats()
  const doing = activityOf(system, now)
  const trouble = troubleOf(system, doing)
  const Icon = trouble && icons[trouble]
  const power = format.text(format.power(system.powers.battery, { magnitude: true }))
  const { batteryStatus: word } = system
  const does = doing === 'unknown' && word !== null ? t('now.word', { word }) : t(`now.${doing}`, { power })
  const soc = format.percent(system.soc)
  const isOpenAt = trouble === 'warn' || trouble === 'danger'
  return (
    <button
      data-paper
      type="button"
      className={styles.choice}
      aria-pressed={pressed}
      onClick={() => choose(system.sn)}
    >
      <SunGauge size="mini" percent={system.soc} state={gaugeOf(doing)} />
      <span className={styles.words}>
        <span className={styles.who}>
          <strong>{plainName(system)}</strong> <span className="visually-hidden">{t('fact.sn')}</span>{' '}
          <span className={styles.sn}>{system.sn}</span>{' '}
        </span>
        <span className={styles.doing} data-trouble={trouble}>
          {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
          {does}
          {isOpenAt && <span className="visually-hidden">, {t('dashboard:hasMessage')}</span>}
        </span>
      </span>{' '}
      <span
        className={styles.soc}
        data-old={!isOnline(system, now) || !isChargeCurrent(system, now) || undefined}
      >
        {system.soc === null && <span className="visually-hidden">{t('unknownCharge')}</span>}
        <strong>{soc.value}</strong> {soc.unit}
      </span>
    </button>
  )
}
