import { TOTAL } from '@kellersonne/core/systems/systems'
import { memo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { type Choice, StripCell } from './StripCell.tsx'
import styles from './SystemStrip.module.css'

type Props = Choice & {
  count: number
  choose: (active: LiveViewModel['active']) => void
}

/** Selects all systems together. */
export const TotalCell = memo(function TotalCell({ group, count, chosen, choose }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <StripCell group={group} chosen={chosen} choose={() => choose(TOTAL)}>
      <span className={styles.name}>{t('total')}</span>{' '}
      <span className={styles.state}>{t('strip.count', { count })}</span>
    </StripCell>
  )
})
