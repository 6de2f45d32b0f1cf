import type { DayMessage } from '@kellersonne/contract/energy/month'
import { StateMark } from '../../../../ui/feedback/StateMark.tsx'
import { stateOf } from '../days.ts'

export const MessageMark = ({ message, size = 16 }: { message: DayMessage; size?: number }) => (
  <StateMark state={stateOf(message)} grave={message.severity === 'danger'} size={size} />
)
