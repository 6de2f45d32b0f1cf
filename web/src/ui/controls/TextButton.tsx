import type { ComponentProps } from 'react'
import styles from './TextButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'>

/** A button that looks like a link, for a row or a line of text. */
export const TextButton = (props: Props) => <button {...props} type="button" className={styles.button} />
