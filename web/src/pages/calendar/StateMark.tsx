import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { DayMessage } from '../../data/calendar.ts'
import { type MessageState, stateOf } from './days.ts'
import styles from './StateMark.module.css'

type Props = { state: MessageState | 'update'; grave?: boolean; size?: number }

/** How a message stands, or that there was an update, as a shape; the word for it is elsewhere. */
export function StateMark({ state, grave = false, size = 16 }: Props) {
  const open = grave ? IconAlertOctagon : IconAlertTriangle
  const Icon = { open, resolved: IconCircleCheck, note: IconInfoCircle, update: IconCircleArrowUp }[state]
  const tone = state === 'open' && grave ? 'grave' : state
  return <Icon className={styles.mark} data-tone={tone} size={size} stroke={1.75} aria-hidden />
}

export const MessageMark = ({ message, size }: { message: DayMessage; size?: number }) => (
  <StateMark
    state={stateOf(message)}
    grave={message.severity === 'danger'}
    {...(size !== undefined && { size })}
  />
)
