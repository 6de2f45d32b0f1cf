import { IconAlertOctagon } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

type Props = {
  title: string
  /** Closes without any action; Escape too. */
  close: () => void
  /** At the edge, so that the page beside it stays visible. */
  side?: boolean
  /** Makes it an alert dialog, announced as soon as it opens: its name, and the id of its description. */
  alert?: { readonly word: string; readonly describedBy: string }
  children: ReactNode
}

/** A modal dialog, open while mounted. The browser traps the focus in it and restores it afterwards. */
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

/** The buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
