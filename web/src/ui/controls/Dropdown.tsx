import type { ReactNode } from 'react'
import styles from './Dropdown.module.css'

type Props = {
  id: string
  /** What the panel is called. */
  label: string
  children: ReactNode
  placement?: 'below' | 'centre' | 'above'
}

/**
 * A panel that a button with `popoverTarget={id}` before it opens. The browser closes it by Escape and by a
 * press outside, and gives the focus back.
 */
export const Dropdown = ({ id, label, children, placement = 'below' }: Props) => (
  <section id={id} popover="auto" className={styles.panel} data-placement={placement} aria-label={label}>
    {children}
  </section>
)
