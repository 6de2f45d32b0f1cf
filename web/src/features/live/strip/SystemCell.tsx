import type { Activity } from '@kellersonne/core/live/activity'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Trouble } from '@kellersonne/core/live/trouble'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconPlayerPause,
  IconPower,
  IconProgress,
  IconWifiOff,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { type Choice, StripCell } from './StripCell.tsx'
import styles from './SystemStrip.module.css'

const troubleIcons = { danger: IconAlertOctagon, warn: IconAlertTriangle, silent: IconWifiOff }
const restIcons: Partial<Record<Activity, typeof IconPower>> = {
  off: IconPower,
  standby: IconPlayerPause,
  updating: IconProgress,
  awaitsUpdate: IconProgress,
}

type Props = Choice &
  Pick<LiveSystem, 'sn' | 'soc'> & {
    name: string
    /** True if its charge is that of some time ago. */
    old: boolean
    doing: Activity
    trouble: Trouble | null
    choose: (active: LiveViewModel['active']) => void
  }

/** One system; rendered anew only if something of it has changed. */
export const SystemCell = memo(function SystemCell(props: Props) {
  const { group, sn, name, soc, old, doing, trouble, chosen, choose } = props
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const Icon = trouble ? troubleIcons[trouble] : restIcons[doing]
  const hasMessage = trouble === 'danger' || trouble === 'warn'
  return (
    <StripCell group={group} chosen={chosen} choose={() => choose(sn)}>
      <span className={styles.name} title={name}>
        {name}
      </span>{' '}
      <span className={styles.state} data-trouble={trouble ?? undefined}>
        {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
        {hasMessage ? t('hasMessage') : t(`strip.state.${doing}`)}
        {hasMessage && <span className="visually-hidden">, {t(`strip.state.${doing}`)}</span>}
      </span>{' '}
      <span className={styles.charge} data-old={old || undefined}>
        {soc === null ? (
          <span className="visually-hidden">{t('strip.unknownCharge')}</span>
        ) : (
          <meter className={styles.level} min={0} max={100} value={soc} aria-hidden />
        )}
        <strong>{format.text(format.percent(soc))}</strong>
      </span>
    </StripCell>
  )
})
