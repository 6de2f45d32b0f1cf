import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import styles from './StateMark.module.css'

/** note: there is, or was, nothing to resolve. */
export type Marked = 'open' | 'resolved' | 'note' | 'update'
type Props = { state: Marked; grave?: boolean; size?: number }

/** The status of a message, or an update, as a shape; the text is elsewhere. */
export function StateMark({ state, grave = false, size = 16 }: Props) {
  const open = grave ? IconAlertOctagon : IconAlertTriangle
  const Icon = { open, resolved: IconCircleCheck, note: IconInfoCircle, update: IconCircleArrowUp }[state]
  const tone = state === 'open' && grave ? 'grave' : state
  return (
    <Icon className={styles.mark} data-tone={tone} size={size} stroke={size > 16 ? 1.5 : 1.75} aria-hidden />
  )
}
