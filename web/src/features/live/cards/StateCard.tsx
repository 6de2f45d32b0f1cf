import { memo } from 'react'
import type { Quantity } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker, type MarkerName } from '../../../ui/feedback/Marker.tsx'
import { nameOf, type Topic } from '../explain/topics.ts'
import styles from './StateCard.module.css'

type Props = Quantity & {
  name: Topic
  marker: MarkerName | null
  note: string
  /** True if it is the last known value, not the current one. */
  old: boolean
  /** Opens the explanation of the number (DSH-11); without it the card is read-only. */
  explain: ((name: Topic) => void) | undefined
}

/** Caption, number and note in a description list; the whole card is the target. */
export const StateCard = memo(function StateCard(props: Props) {
  const { name, marker, value, unit, note, old, explain } = props
  const { t } = useTranslation('dashboard')
  const { gap } = useFormats()
  const caption = nameOf(name, t)
  return (
    <div className={styles.card} data-old={old || undefined}>
      <dt className={styles.caption}>
        {marker && <Marker name={marker} />}
        {explain ? (
          <button
            data-paper
            type="button"
            className={styles.open}
            aria-haspopup="dialog"
            aria-label={t('explain', { name: caption })}
            onClick={() => explain(name)}
          >
            {caption}
          </button>
        ) : (
          caption
        )}
      </dt>
      <dd className={styles.value} data-quantity="">
        {value}
        {unit && <span className={styles.unit}>{`${gap(unit)}${unit}`}</span>}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
})
