import type { ReactNode } from 'react'
import styles from './Dropdown.module.css'

type Props = {
  id: string
  /** The panel's accessible name. */
  label: string
  children: ReactNode
  placement?: 'below' | 'centre' | 'above'
}

/**
 * A panel opened by a button with `popoverTarget={id}` before it. The browser closes it on Escape or a press outside
 * and restores the focus.
 */
export const Dropdown = ({ id, label, children, placement = 'below' }: Props) => (
  <section id={id} popover="auto" className={styles.panel} data-placement={placement} aria-label={label}>
    {children}
  </section>
)
