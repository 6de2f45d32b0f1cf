import styles from './MiddleEllipsis.module.css'

type Props = { start: string; end: string }

/** A text of two parts, of which the first gives way where there is little room: the end is always shown. */
export const MiddleEllipsis = ({ start, end }: Props) => (
  <span className={styles.whole}>
    <span className={styles.start}>{start}</span>
    <span className={styles.end}>{end}</span>
  </span>
)
