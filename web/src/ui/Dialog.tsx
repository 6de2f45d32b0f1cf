import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

type Props = {
  title: string
  /** What leaves it without doing anything; Escape too. */
  close: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it is there. The browser keeps the focus in it, and gives it back after. */
export function Dialog({ title, close, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={({ currentTarget }) => !currentTarget.open && close()}
    >
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** What a dialog ends with. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
