import styles from './Badge.module.css'

/** How many there are, for the eye: what it stands at says it in words. */
export const Badge = ({ count }: { count: number }) => (
  <span className={styles.badge} aria-hidden>
    {count}
  </span>
)
