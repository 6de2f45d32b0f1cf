import type { ReactNode } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { Topic } from '../explain/topics.ts'
import type { Card } from './cards.ts'
import cell from './StateCard.module.css'
import { StateCard } from './StateCard.tsx'
import styles from './StateCards.module.css'

type Props = {
  cards: readonly Card[]
  explain?: (name: Topic) => void
  /** One more cell, on phones. */
  last?: ReactNode
}

export function StateCards({ cards, explain, last }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <section aria-label={t('values')}>
      <dl className={styles.strip}>
        {cards.map((card) => (
          <StateCard key={card.name} {...card} explain={explain} />
        ))}
        {last}
      </dl>
    </section>
  )
}

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
    <div className={cell.card}>
      <dt className={cell.caption}>{caption}</dt>
      <dd className={cell.value}>{children}</dd>
      <dd className={cell.note}>{note}</dd>
    </div>
  )
}
