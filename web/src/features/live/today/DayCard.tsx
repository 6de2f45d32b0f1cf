import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { useBalance } from '../../energy/api/balance.ts'
import { StateCard } from '../cards/StateCard.tsx'
import type { DayTopic, Topic } from '../explain/topics.ts'
import type { LiveView } from '../model/useLiveViewModel.ts'
import styles from './DayCard.module.css'
import { dayNumbers, metaOf } from './day.ts'
import { Split } from './Split.tsx'

type Props = Pick<LiveView, 'view'> & {
  /** The day's balance, at most a minute old. */
  balance: ReturnType<typeof useBalance>
  explain: (topic: Topic) => void
}

/** The energies of the day so far, with their sources and destinations (DSH-08). */
export function DayCard({ view, balance: { value: balance, fault }, explain }: Props) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const id = useId()
  const numbers = dayNumbers(view, balance, fault !== null, { t, f })
  const card = (name: DayTopic) => (
    <StateCard key={name} {...numbers[name]} old={view.offline} explain={explain} />
  )
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{t('energyToday')}</h2>
        <span>{metaOf(view, balance, { t, f })}</span>
      </div>
      <div className={styles.halves}>
        <div>
          <dl className={styles.pair}>{[card('pvEnergy'), card('selfConsumption')]}</dl>
          <Split of="yield" flows={balance?.flows ?? null} old={view.offline} />
        </div>
        <div>
          <dl className={styles.pair}>{[card('houseEnergy'), card('selfSufficiency')]}</dl>
          <Split of="consumption" flows={balance?.flows ?? null} old={view.offline} />
        </div>
      </div>
      <dl className={styles.four}>
        {[card('importEnergy'), card('feedInEnergy'), card('charged'), card('discharged')]}
      </dl>
    </section>
  )
}
