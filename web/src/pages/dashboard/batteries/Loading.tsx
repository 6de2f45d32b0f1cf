import { useTranslation } from 'react-i18next'
import { SunGauge } from '../../../ui/gauge/SunGauge.tsx'
import { Bars } from '../states/unlit.tsx'
import styles from './Batteries.module.css'
import { BatteryCard } from './BatteryCard.tsx'
import status from './status/Status.module.css'

/** Nothing has come yet. */
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
        <BatteryCard title={t('status.title')}>
          <div className={status.now}>
            <SunGauge size="large" percent={null} />
          </div>
          <Bars />
        </BatteryCard>
      </div>
      {cards.map(({ title, area }) => (
        <div key={title} className={area}>
          <BatteryCard title={title}>
            <Bars />
          </BatteryCard>
        </div>
      ))}
    </div>
  )
}
