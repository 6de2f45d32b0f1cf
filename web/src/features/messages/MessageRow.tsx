import { entryOf } from '@kellersonne/core/messages/messages'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { MessageCode } from './MessageCode.tsx'
import styles from './MessageRows.module.css'
import { MessageMark } from './StateWord.tsx'
import type { ShownMessage } from './shown.ts'
import { metaText } from './wording.ts'

type Props = {
  message: ShownMessage
  /** null if there is no need for it. */
  name: string | null
  /** The current time to the quarter hour, which is enough: the text depends on its day only. */
  quarter: number
  timeZone: string
  open: (message: ShownMessage) => void
}

export function MessageRow({ message, name, quarter, timeZone, open }: Props) {
  const { t } = useTranslation('flags')
  const words = { t: useTranslation('dashboard').t, f: useFormats() }
  const { code, state } = message
  return (
    <button data-paper type="button" className={styles.message} onClick={() => open(message)}>
      <MessageMark code={code} state={state} />
      <span className={styles.what}>
        <span className={styles.text}>
          <MessageCode code={code} /> {t(`${entryOf(code)}.text`, { code })}
        </span>
        <span className={styles.meta}>
          {metaText(message, name, { now: new Date(quarter), timeZone }, words)}
        </span>
      </span>
      <IconChevronRight className={styles.more} size={16} stroke={1.5} aria-hidden />
    </button>
  )
}
