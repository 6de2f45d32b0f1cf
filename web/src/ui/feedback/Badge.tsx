import styles from './Badge.module.css'

/** A visible count; the element it belongs to gives it in words. */
export const Badge = ({ count }: { count: number }) => (
  <span className={styles.badge} aria-hidden>
    {count}
  </span>
)
