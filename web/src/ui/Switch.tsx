import type { ComponentProps } from 'react'
import styles from './Switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>

/** On or off, at once. Its name comes from a label around it. */
export const Switch = (input: Props) => (
  <input {...input} type="checkbox" role="switch" className={styles.track} />
)
