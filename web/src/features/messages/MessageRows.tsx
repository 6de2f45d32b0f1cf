import { quarterOf } from '@kellersonne/core/time/days'
import { memo, type ReactNode } from 'react'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessageRows.module.css'
import { episodeId, isEqual, type ShownMessage } from './shown.ts'
import { useMessageDialog } from './useMessageDialog.tsx'
import { zoneOf } from './wording.ts'

type Props = {
  messages: readonly ShownMessage[]
  view: LiveViewModel
  /** Content below an open message. */
  below?: (message: ShownMessage) => ReactNode
}

/** A list of messages; each opens its details. Names the systems if there are several. */
export function MessageRows({ messages, view, below }: Props) {
  const { show, dialog } = useMessageDialog(view)
  const { systems, chosen, names, now } = view
  return (
    <>
      <ul>
        {messages.map((message) => (
          <li key={episodeId(message)} className={styles.row}>
            <Row
              message={message}
              name={chosen.length > 1 ? (names.get(message.sn) ?? message.sn) : null}
              quarter={quarterOf(now).getTime()}
              timeZone={zoneOf(systems, message.sn)}
              open={show}
            />
            {message.state === 'open' && below?.(message)}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

/** Memoized: live values arrive every few seconds and rarely change a message. */
const Row = memo(
  MessageRow,
  (a, b) =>
    isEqual(a.message, b.message) &&
    a.name === b.name &&
    a.quarter === b.quarter &&
    a.timeZone === b.timeZone &&
    a.open === b.open,
)
