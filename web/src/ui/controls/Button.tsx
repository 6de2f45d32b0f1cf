import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Props = ComponentProps<'button'> & {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet'
  /** Keeps the button in place but ignores presses while its work is running. */
  busy?: boolean
}

export function Button({ kind = 'primary', busy = false, type = 'button', onClick, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={kind}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
