import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import styles from './StateMark.module.css'

/** note: there is nothing to be resolved, or nothing that was. */
export type Marked = 'open' | 'resolved' | 'note' | 'update'
type Props = { state: Marked; grave?: boolean; size?: number }

/** How a message stands, or that there was an update, as a shape; the word for it is elsewhere. */
export function StateMark({ state, grave = false, size = 16 }: Props) {
  const open = grave ? IconAlertOctagon : IconAlertTriangle
  const Icon = { open, resolved: IconCircleCheck, note: IconInfoCircle, update: IconCircleArrowUp }[state]
  const tone = state === 'open' && grave ? 'grave' : state
  return (
    <Icon className={styles.mark} data-tone={tone} size={size} stroke={size > 16 ? 1.5 : 1.75} aria-hidden />
  )
}
