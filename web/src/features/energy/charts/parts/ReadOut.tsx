import { Marker } from '../../../../ui/feedback/Marker.tsx'
import type { ReadOutRow } from '../model/readOut.ts'
import styles from './ReadOut.module.css'

/** Values at a time, in words. */
export const ReadOut = ({
  title,
  aside,
  rows,
}: {
  title: string
  aside?: string
  rows: readonly ReadOutRow[]
}) => (
  <div className={styles.readOut}>
    <p className={styles.title}>
      {title}
      {aside && <span className={styles.aside}>{aside}</span>}
    </p>
    <dl className={styles.rows}>
      {rows.map(({ key, marker, word, value }) => (
        <div key={key} className={styles.row} data-key={key}>
          <dt>
            <Marker name={marker} />
            {word}
          </dt>
          <dd>
            {value.value}
            {value.unit && <span className={styles.unit}>{`\u00A0${value.unit}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
