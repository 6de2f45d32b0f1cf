import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Figures } from '../parts/Figures.tsx'
import styles from './Health.module.css'
import { Levels } from './Levels.tsx'
import { percentText, useFigures } from './words.ts'

const levels = ['empty', 'low', 'middle', 'high', 'full'] as const

/** What the battery has done, and how long it was how full. */
export function UseCard({ health, since }: { health: BatteryHealth; since: string }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const date = f.date(new Date(`${since}T12:00:00Z`), 'UTC')
  return (
    <Card title={t('useTitle')} text={t('since', { date })}>
      <Figures figures={useFigures(health, { t, f })} />
      <Levels
        title={t('levelsTitle')}
        levels={levels.map((level, i) => {
          const share = health.levels[i] ?? 0
          return { name: t(`levels.${level}`), share, value: percentText(share, f) }
        })}
      />
      <p className={styles.basis}>{t('levelsMeaning')}</p>
    </Card>
  )
}
