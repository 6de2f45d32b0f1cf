import { type ReactNode, useEffect } from 'react'
import { Notice, type NoticeKind } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'

type Props = {
  kind: NoticeKind
  text: string
  /** Additional information. */
  more?: string
  /** Links for what to do next. */
  children: ReactNode
}

/** Replaces a submitted form, taking over the focus from its button; or a form that has no token. */
export function FormResult({ kind, text, more, children }: Props) {
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <>
      <div className={styles.form}>
        <Notice kind={kind} text={text} />
        {more !== undefined && <p>{more}</p>}
      </div>
      <p className={styles.foot}>{children}</p>
    </>
  )
}
