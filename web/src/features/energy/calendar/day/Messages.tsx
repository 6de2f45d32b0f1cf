import type { DayMessage } from '@kellersonne/contract/energy/month'
import { entryOf } from '@kellersonne/core/messages/messages'
import { serverNow } from '../../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { codeText } from '../../../live/model/codeText.ts'
import { inOrder } from '../days.ts'
import { messageText } from '../wording.ts'
import { MessageMark } from './MessageMark.tsx'
import styles from './Messages.module.css'

type Props = {
  messages: readonly DayMessage[]
  timeZone: string
  /** Name of the message's system; null if there is no need for it. */
  nameOf: (message: DayMessage) => string | null
}

/** Messages of a day, in sentences. */
export function Messages({ messages, timeZone, nameOf }: Props) {
  const { t } = useTranslation('calendar', 'flags')
  const f = useFormats()
  return (
    <section>
      <h3 className={styles.title}>{t('events')}</h3>
      <ul>
        {inOrder(messages).map((message) => (
          <li key={`${message.sn} ${message.code} ${message.raisedAt.getTime()}`} className={styles.row}>
            <MessageMark message={message} size={20} />
            <div>
              <p>
                <span className={styles.code} translate="no">
                  {codeText(message.code, t)}
                </span>{' '}
                {t(`flags:${entryOf(message.code)}.text`, { code: message.code })}
              </p>
              <p className={styles.meta}>
                {messageText(message, nameOf(message), { now: serverNow(), timeZone }, { t, f })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
