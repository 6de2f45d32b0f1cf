import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Pending } from '../../ui/forms/Pending.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { Advice } from '../messages/Advice.tsx'
import { useMessages } from '../messages/api.ts'
import { MessageRows } from '../messages/MessageRows.tsx'
import { NoMessages } from '../messages/NoMessages.tsx'
import { NoMessagesReported } from '../messages/NoMessagesReported.tsx'
import { OpenCount } from '../messages/OpenCount.tsx'
import { lastMessages } from '../messages/shown.ts'

const MOST = 4

type Props = {
  /** View of one system. */
  view: LiveViewModel
  /** True if it is online. */
  online: boolean
  /** Shown above the messages. */
  children?: ReactNode
}

/** Open messages of a battery, with advice for the most severe, followed by the latest ones. */
export function SystemMessages({ view, online, children }: Props) {
  const { t } = useTranslation('batteries')
  const { list, fault, waiting, retry, live } = useMessages({
    ...{ sn: view.active, page: 1 },
    ...{ open: null, severity: null },
  })
  const messages = lastMessages(list, live)
  const [gravest] = messages
  const open = messages.filter(({ state }) => state === 'open').length
  const isKnown = online && view.messagesKnown
  return (
    <Card title={t('messages.title')} aside={(isKnown || open > 0) && <OpenCount open={open} />}>
      {children}
      <MessageRows
        messages={messages.slice(0, Math.max(MOST, open))}
        view={view}
        below={(message) => message === gravest && <Advice code={message.code} />}
      />
      <Pending known={list !== null} fault={fault} retry={retry} />
      {list && !waiting && messages.length === 0 && (
        <NoMessages>
          {view.values.lastOnline ? (
            <NoMessagesReported view={view} none={t('messages.none')} />
          ) : (
            <p>{t('messages.unknown')}</p>
          )}
        </NoMessages>
      )}
    </Card>
  )
}
