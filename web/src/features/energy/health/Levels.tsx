import styles from './Health.module.css'

export type Level = { readonly name: string; readonly share: number; readonly value: string }

/** Times at levels as bars with their values. */
export const Levels = ({ title, levels }: { title: string; levels: readonly Level[] }) => (
  <>
    <h3 className={styles.levelsTitle}>{title}</h3>
    <dl className={styles.levels}>
      {levels.map(({ name, share, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.bar} style={{ width: `${share}%` }} />
            <span>{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  </>
)
