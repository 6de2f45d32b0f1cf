import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TextButton } from '../../ui/controls/TextButton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { useMessages } from './api.ts'
import styles from './LastMessages.module.css'
import { MessageRows } from './MessageRows.tsx'
import { NoMessages } from './NoMessages.tsx'
import { OpenCount } from './OpenCount.tsx'
import { lastMessages, type ShownMessage } from './shown.ts'

const MOST = 4

type Props = {
  view: LiveViewModel
  /** Content below an open message. */
  below?: (message: ShownMessage) => ReactNode
}

/** Open messages of the selected systems, followed by the latest ones. */
export function LastMessages({ view, below }: Props) {
  const id = useId()
  const { t } = useTranslation(['dashboard', 'common'])
  const { list, waiting, fault, retry, live } = useMessages({
    sn: view.active,
    page: 1,
    open: null,
    severity: null,
  })
  const messages = lastMessages(list, live)
  const open = messages.filter(({ state }) => state === 'open').length
  // Of units that don't report, nobody knows.
  const isKnown = !view.offline && !view.cut
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{t('messages')}</h2>
        {(open > 0 || isKnown) && <OpenCount open={open} />}
      </div>
      <MessageRows messages={messages.slice(0, MOST)} view={view} {...(below && { below })} />
      {list && !waiting && messages.length === 0 && (
        <NoMessages>
          <p>{t('noMessages')}</p>
        </NoMessages>
      )}
      {fault && (
        <p className={styles.fault}>
          {t('messagesFailed')} <TextButton onClick={() => void retry()}>{t('common:retry')}</TextButton>
        </p>
      )}
      <p className={styles.all}>
        <TextLink to="/dashboard/messages">{t('allMessages')}</TextLink>
      </p>
    </section>
  )
}
