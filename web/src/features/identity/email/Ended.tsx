import { type ReactNode, useEffect } from 'react'
import { Notice, type NoticeKind } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'

type Props = {
  kind: NoticeKind
  text: string
  /** What else there is to know. */
  more?: string
  /** Where to go from here. */
  children: ReactNode
}

/** In place of a form that was sent, whose button had the focus; or that has no link to send. */
export function Ended({ kind, text, more, children }: Props) {
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
