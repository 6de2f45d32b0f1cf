import type { ComponentProps } from 'react'
import styles from './Switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'checked'> & { checked: boolean }

/** A switch with immediate effect. Its name comes from a label elsewhere. */
export const Switch = ({ checked, ...rest }: Props) => (
  <input
    {...rest}
    type="checkbox"
    role="switch"
    checked={checked}
    aria-checked={checked}
    className={styles.track}
  />
)
