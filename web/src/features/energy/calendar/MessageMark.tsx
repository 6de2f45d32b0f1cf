import { StateMark } from '../../../ui/feedback/StateMark.tsx'
import type { DayMessage } from '../api/calendar.ts'
import { stateOf } from './days.ts'

export const MessageMark = ({ message, size = 16 }: { message: DayMessage; size?: number }) => (
  <StateMark state={stateOf(message)} grave={message.severity === 'danger'} size={size} />
)
