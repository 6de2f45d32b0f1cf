import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '../../../platform/router/Link.tsx'
import { StateMark } from '../../../ui/feedback/StateMark.tsx'
import styles from '../MessageRows.module.css'
import type { Entry } from './entries.ts'

/** A row among messages that leads elsewhere. */
export const EntryRow = ({ state, text, meta, to }: Entry) => (
  <Link className={styles.message} to={to}>
    <StateMark state={state} size={20} />
    <span className={styles.what}>
      <span className={styles.text}>{text}</span>
      <span className={styles.meta}>{meta}</span>
    </span>
    <IconChevronRight className={styles.more} size={16} stroke={1.5} aria-hidden />
  </Link>
)
