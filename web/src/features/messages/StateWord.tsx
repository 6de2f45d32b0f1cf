import { severityOf } from '@kellersonne/core/messages/messages'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { type Marked, StateMark } from '../../ui/feedback/StateMark.tsx'
import styles from './Message.module.css'
import type { MessageState } from './shown.ts'

const marked: Record<MessageState, Marked> = {
  open: 'open',
  current: 'note',
  resolved: 'resolved',
  ended: 'note',
}

type Props = { code: string; state: MessageState }

/** The status of a message as a symbol; the text is beside it. */
export const MessageMark = ({ code, state, size = 20 }: Props & { size?: number }) => (
  <StateMark state={marked[state]} grave={severityOf(code) === 'danger'} size={size} />
)

/** The status of a message as text. */
export function StateWord({ code, state }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <span className={styles.state} data-tone={state === 'open' ? severityOf(code) : undefined}>
      <MessageMark code={code} state={state} size={16} />
      {t(`message.${state}`)}
    </span>
  )
}
