import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import styles from './Health.module.css'
import { Levels } from './Levels.tsx'
import { isLongEnough, type Temperature, warmthLevels, warmthText } from './temperatureWords.ts'

/** How warm the battery was for how long, by what its unit reports; it says so if that is nothing. */
export function TemperatureCard({ temperature }: { temperature: Temperature | null }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  if (temperature === null) return <p className={styles.limits}>{t('warmthUnknown')}</p>
  const date = f.date(new Date(`${temperature.since}T12:00:00Z`), 'UTC')
  return (
    <Card title={t('warmthTitle')} text={t('since', { date })}>
      <p className={styles.sentence}>{warmthText(temperature, { t, f })}</p>
      {isLongEnough(temperature) && (
        <Levels title={t('warmthLevelsTitle')} levels={warmthLevels(temperature, { t, f })} />
      )}
      <p className={styles.basis}>{t('warmthMeaning')}</p>
    </Card>
  )
}
