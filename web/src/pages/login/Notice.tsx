import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import styles from './SignInForm.module.css'

export type NoticeKind = 'danger' | 'warn' | 'info'
const icons = { danger: IconAlertOctagon, warn: IconAlertTriangle, info: IconInfoCircle }

/** One text in a place that is read out when it changes. */
export function Notice({ kind, text }: { kind: NoticeKind; text: string | null }) {
  const Icon = icons[kind]
  return (
    <div role={kind === 'info' ? 'status' : 'alert'} className={styles.live}>
      {text !== null && (
        <div className={styles.notice} data-kind={kind}>
          <Icon size={18} stroke={1.5} aria-hidden />
          <p>{text}</p>
        </div>
      )}
    </div>
  )
}
