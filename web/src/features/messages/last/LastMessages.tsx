import { isOpen } from '@kellersonne/core/messages/messages'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import { useMessages } from '../api.ts'
import { MessageRows } from '../MessageRows.tsx'
import { NoMessages } from '../NoMessages.tsx'
import { NoMessagesReported } from '../NoMessagesReported.tsx'
import { OpenCount } from '../OpenCount.tsx'
import { lastMessages } from '../shown.ts'
import type { Entry } from './entries.ts'
import styles from './LastMessages.module.css'

/** As many as there is room for beside the chart. */
const MOST = 3

type Props = {
  view: LiveViewModel
  /** What else happened. */
  entries?: readonly Entry[]
}

/** Open messages of the selected systems, followed by the latest ones and other entries, without mere states. */
export function LastMessages({ view, entries = [] }: Props) {
  const id = useId()
  const { t } = useTranslation('dashboard', 'common')
  const { list, waiting, fault, retry, live } = useMessages({
    ...{ sn: view.active, page: 1 },
    ...{ open: null, severity: null, states: false },
  })
  const messages = lastMessages(list, live).filter(({ code }) => isOpen(code))
  const open = messages.filter(({ state }) => state === 'open').length
  // Of units that don't report, or have not told all, nobody knows.
  const isKnown = view.messagesKnown && !view.offline && !view.cut && view.excluded.length === 0
  const isReporting = view.chosen.some(({ lastOnline }) => lastOnline !== null)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{t('messages')}</h2>
        {(open > 0 || isKnown) && <OpenCount open={open} />}
      </div>
      <div className={styles.rows}>
        <MessageRows messages={messages} entries={entries} most={MOST} view={view} />
        {list && !waiting && messages.length + entries.length === 0 && (
          <NoMessages>
            {isReporting ? (
              <NoMessagesReported view={view} none={t('noMessages')} />
            ) : (
              <p>{t('nothingHeard')}</p>
            )}
          </NoMessages>
        )}
        {fault && (
          <p className={styles.fault}>
            {t('messagesFailed')} <TextButton onClick={() => void retry()}>{t('common:retry')}</TextButton>
          </p>
        )}
      </div>
      <p className={styles.all}>
        <TextLink to="/dashboard/messages">{t('allMessages')}</TextLink>
      </p>
    </section>
  )
}
