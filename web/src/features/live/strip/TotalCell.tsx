import { TOTAL } from '@kellersonne/core/systems/systems'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './SystemStrip.module.css'

type Props = {
  group: string
  count: number
  chosen: boolean
  choose: (active: LiveViewModel['active']) => void
}

/** Selects all systems together. */
export const TotalCell = memo(function TotalCell({ group, count, chosen, choose }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <label className={styles.cell}>
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        checked={chosen}
        onChange={() => choose(TOTAL)}
      />
      <span className={styles.name}>{t('total')}</span>{' '}
      <span className={styles.state}>{t('strip.count', { count })}</span>
    </label>
  )
})
