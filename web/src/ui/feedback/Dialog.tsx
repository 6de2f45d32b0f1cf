import { IconAlertOctagon } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

type Props = {
  title: string
  /** What leaves it without doing anything; Escape too. */
  close: () => void
  /** At the edge, so that the page beside it can be seen. */
  side?: boolean
  /** What an interruption is called, and the id of what describes it: read out as soon as it opens. */
  alert?: { readonly word: string; readonly describedBy: string }
  children: ReactNode
}

/** A modal dialog, open as long as it is there. The browser keeps the focus in it, and gives it back after. */
export function Dialog({ title, close, side = false, alert, children }: Props) {
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
      data-side={side || undefined}
      role={alert && 'alertdialog'}
      aria-labelledby={id}
      aria-describedby={alert?.describedBy}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={({ currentTarget }) => !currentTarget.open && close()}
    >
      {alert && (
        <p className={styles.alert}>
          <IconAlertOctagon size={22} stroke={1.75} aria-hidden />
          {alert.word}
        </p>
      )}
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
