import styles from './Health.module.css'
import type { Figure } from './words.ts'

/** Numbers with their names. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
