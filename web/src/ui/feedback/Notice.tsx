import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import styles from './Notice.module.css'

export type NoticeKind = 'danger' | 'warn' | 'info' | 'ok'
const icons = { danger: IconAlertOctagon, warn: IconAlertTriangle, info: IconInfoCircle, ok: IconCircleCheck }
const isUrgent = (kind: NoticeKind) => kind === 'danger' || kind === 'warn'

/** A text in a live region. */
export function Notice({ kind, text }: { kind: NoticeKind; text: string | null }) {
  const Icon = icons[kind]
  return (
    <div role={isUrgent(kind) ? 'alert' : 'status'} className={styles.live}>
      {text !== null && (
        <div className={styles.notice} data-kind={kind}>
          <Icon size={18} stroke={1.5} aria-hidden />
          <p>{text}</p>
        </div>
      )}
    </div>
  )
}
