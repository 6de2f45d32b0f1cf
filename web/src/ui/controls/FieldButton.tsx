import type { ComponentProps } from 'react'
import styles from './FieldButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> & { label: string }

/** A button with an icon at the end of a field. */
export const FieldButton = ({ label, ...rest }: Props) => (
  <button {...rest} type="button" className={styles.button} aria-label={label} />
)
