import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> & { label: string }

/** A button that shows only an icon or a very short word. */
export const IconButton = ({ label, ...rest }: Props) => (
  <button {...rest} type="button" className={styles.button} aria-label={label} title={label} />
)
