import { quarterOf } from '@kellersonne/core/time/days'
import { memo, type ReactNode } from 'react'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { EntryRow } from './last/EntryRow.tsx'
import { type Entry, withEntries } from './last/entries.ts'
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
  /** What else there is to say, among the messages. */
  entries?: readonly Entry[]
  /** How many rows at most. */
  most?: number
}

/** A list of messages; each opens its details. Names the systems if there are several. */
export function MessageRows({ messages, view, below, entries = [], most = messages.length }: Props) {
  const { show, dialog } = useMessageDialog(view)
  const { systems, chosen, names, now } = view
  return (
    <>
      <ul>
        {withEntries(messages, entries)
          .slice(0, most)
          .map((one) =>
            'to' in one ? (
              <li key={one.id} className={styles.row}>
                <EntryRow {...one} />
              </li>
            ) : (
              <li key={episodeId(one)} className={styles.row}>
                <Row
                  message={one}
                  name={chosen.length > 1 ? (names.get(one.sn) ?? one.sn) : null}
                  quarter={quarterOf(now).getTime()}
                  timeZone={zoneOf(systems, one.sn)}
                  open={show}
                />
                {one.state === 'open' && below?.(one)}
              </li>
            ),
          )}
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
