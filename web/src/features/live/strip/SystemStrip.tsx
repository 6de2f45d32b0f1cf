import { isOnline } from '@kellersonne/core/live/activity'
import { isChargeCurrent } from '@kellersonne/core/live/measured'
import { troubleFirst } from '@kellersonne/core/live/trouble'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { MOST_GAUGES } from '../hero/MiniGauges.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { SystemCell } from './SystemCell.tsx'
import styles from './SystemStrip.module.css'
import { TotalCell } from './TotalCell.tsx'

type Props = Pick<LiveViewModel, 'systems' | 'names' | 'now' | 'active'> & {
  choose: (active: LiveViewModel['active']) => void
}

/**
 * More systems than have a gauge beside the cellar: each with its state and charge, those with trouble first, the total
 * last (DSH-13). One tab stop: the arrow keys move on and select, as in the switcher.
 */
export function SystemStrip({ systems, names, now, active, choose }: Props) {
  const { t } = useTranslation('dashboard')
  const group = useId()
  if (systems.length <= MOST_GAUGES) return null
  return (
    <fieldset className={styles.strip} aria-label={t('strip.label')}>
      {troubleFirst(systems, now).map(({ system, doing, trouble }) => {
        const { sn, soc } = system
        return (
          <SystemCell
            key={sn}
            name={names.get(sn) ?? sn}
            chosen={sn === active}
            old={!isOnline(system, now) || !isChargeCurrent(system, now)}
            {...{ group, sn, soc, doing, trouble, choose }}
          />
        )
      })}
      <TotalCell group={group} count={systems.length} chosen={active === TOTAL} choose={choose} />
    </fieldset>
  )
}
