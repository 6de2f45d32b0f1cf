import { type LiveSystem, openMessages } from '@kellersonne/core/live/live'
import { isSerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { areAlike } from '../hero/names.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './Live.module.css'

/** With more than these, or names that look alike when they are cut off, the switcher becomes a drop-down list. */
const MOST_SEGMENTS = 4

type Choice = LiveViewModel['active']
type Props = Pick<LiveViewModel, 'systems' | 'active' | 'names'> & { choose: (active: Choice) => void }

const isAffected = ({ messages }: LiveSystem) => openMessages(messages).length > 0

/** Compares the props that matter: the switcher shows only the systems' names and whether they have open messages. */
const offerSame = (a: Props, b: Props) =>
  a.active === b.active &&
  a.choose === b.choose &&
  a.systems.length === b.systems.length &&
  a.systems.every((system, i) => {
    const other = b.systems[i]
    return (
      other?.sn === system.sn &&
      a.names.get(system.sn) === b.names.get(system.sn) &&
      isAffected(system) === isAffected(other)
    )
  })

/** Selects a system, or all of them together (DSH-03). Renders nothing for a single system. */
export const SystemSwitcher = memo(function SystemSwitcher({ systems, active, names, choose }: Props) {
  const { t } = useTranslation('dashboard')
  if (systems.length < 2) return null
  const choices = [
    ...systems.map((system) => ({
      value: system.sn,
      label: names.get(system.sn) ?? system.sn,
      affected: isAffected(system),
    })),
    { value: TOTAL, label: t('total'), affected: false },
  ] as const
  if (systems.length > MOST_SEGMENTS || areAlike(choices.map(({ label }) => label)))
    return (
      <select
        className={styles.select}
        aria-label={t('system')}
        value={active}
        onChange={({ target }) => choose(isSerialNumber(target.value) ? target.value : TOTAL)}
      >
        {choices.map(({ value, label, affected }) => (
          <option key={value} value={value}>
            {affected ? `${label} · ${t('hasMessage')}` : label}
          </option>
        ))}
      </select>
    )
  return (
    <SegmentedControl<Choice>
      label={t('system')}
      value={active}
      choose={choose}
      segments={choices.map(({ value, label, affected }) => ({
        value,
        name: affected ? `${label}, ${t('hasMessage')}` : label,
        label,
        mark: affected && <IconAlertTriangle className={styles.affected} size={12} stroke={2} aria-hidden />,
      }))}
    />
  )
}, offerSame)
