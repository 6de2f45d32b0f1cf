import type { LiveSystem } from '@kellersonne/core/live/live'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import { Choice } from './Choice.tsx'
import styles from './Picker.module.css'

type Props = Pick<LiveViewModel, 'systems' | 'now'> & {
  shown: LiveSystem
  choose: (sn: SerialNumber) => void
}

/** The batteries and what they are doing; choosing one makes it active. Renders nothing for a single one. */
export function Picker({ systems, now, shown, choose }: Props) {
  const { t } = useTranslation('batteries')
  if (systems.length < 2) return null
  return (
    <ul className={styles.picker} aria-label={t('choose')}>
      {systems.map((system) => (
        <li key={system.sn}>
          <Choice system={system} now={now} pressed={system.sn === shown.sn} choose={choose} />
        </li>
      ))}
    </ul>
  )
}
