import { useTranslation } from '../../platform/i18n/i18n.ts'
import { SunGauge } from '../../ui/gauge/SunGauge.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { TextSkeleton } from '../live/states/skeleton.tsx'
import styles from './Batteries.module.css'
import status from './status/Status.module.css'

/** No data yet. */
export function Loading() {
  const { t } = useTranslation('batteries')
  const cards = [
    { title: t('messages.title'), area: styles.messages },
    { title: t('calibration.title'), area: styles.side },
  ]
  return (
    <div className={styles.cards} aria-busy>
      <p className="visually-hidden">{t('loading')}</p>
      <div className={styles.status}>
        <Card title={t('status.title')}>
          <div className={status.now}>
            <SunGauge size="large" percent={null} />
          </div>
          <TextSkeleton />
        </Card>
      </div>
      {cards.map(({ title, area }) => (
        <div key={title} className={area}>
          <Card title={title}>
            <TextSkeleton />
          </Card>
        </div>
      ))}
    </div>
  )
}
