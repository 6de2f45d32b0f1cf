import type { ReactNode } from 'react'
import styles from './SystemStrip.module.css'

/** What every cell of the strip receives. */
export type Choice = {
  /** Name of the strip's radio buttons. */
  group: string
  chosen: boolean
}

/** A cell that selects what it shows; the radio button itself is invisible. */
export const StripCell = ({
  group,
  chosen,
  choose,
  children,
}: Choice & { choose: () => void; children: ReactNode }) => (
  <label className={styles.cell}>
    <input type="radio" className="visually-hidden" name={group} checked={chosen} onChange={choose} />
    {children}
  </label>
)
