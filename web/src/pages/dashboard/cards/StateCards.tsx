import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Marker } from '../../../ui/Marker.tsx'
import type { Card } from './cards.ts'
import styles from './StateCards.module.css'

/** The strip of values. `last` is one cell more, on a phone. */
export function StateCards({ cards, last }: { cards: readonly Card[]; last?: ReactNode }) {
  const { t } = useTranslation('dashboard')
  return (
    <section aria-label={t('values')}>
      <dl className={styles.strip}>
        {cards.map((card) => (
          <StateCard key={card.name} {...card} caption={t(`card.${card.name}`)} />
        ))}
        {last}
      </dl>
    </section>
  )
}

const StateCard = memo(function StateCard({
  caption,
  marker,
  value,
  unit,
  note,
  old,
}: Card & { caption: string }) {
  return (
    <div className={styles.card} data-old={old || undefined}>
      <dt className={styles.caption}>
        {marker && <Marker name={marker} />}
        {caption}
      </dt>
      <dd className={styles.value} data-quantity="">
        {value}
        {unit && <span className={styles.unit}>{`\u00A0${unit}`}</span>}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
})

export function PlainCard({
  caption,
  note,
  children,
}: {
  caption: string
  note: string
  children: ReactNode
}) {
  return (
    <div className={styles.card}>
      <dt className={styles.caption}>{caption}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
