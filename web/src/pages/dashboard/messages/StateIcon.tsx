import { severityOf } from '@kellersonne/core/messages'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './Message.module.css'
import type { MessageState } from './shown.ts'

const iconOf = (code: string, state: MessageState) => {
  if (state === 'open') return severityOf(code) === 'danger' ? IconAlertOctagon : IconAlertTriangle
  return state === 'resolved' ? IconCircleCheck : IconInfoCircle
}

const toneOf = ({ code, state }: Props) => (state === 'open' ? severityOf(code) : state)

type Props = { code: string; state: MessageState }

/** How a message stands, as a shape; the word for it is beside it. */
export function StateIcon({ size = 20, ...props }: Props & { size?: number }) {
  const Icon = iconOf(props.code, props.state)
  return <Icon className={styles.icon} data-tone={toneOf(props)} size={size} stroke={1.5} aria-hidden />
}

/** How a message stands, in a word. */
export function StateWord(props: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <span className={styles.state} data-tone={toneOf(props)}>
      <StateIcon {...props} size={16} />
      {t(`message.${props.state}`)}
    </span>
  )
}
