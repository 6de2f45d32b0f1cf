import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { MessageList } from './MessageList.tsx'
import { NoMessagesReported } from './NoMessagesReported.tsx'

type Props = { view: LiveViewModel; title?: string }

/** All messages of the selected systems, page by page; back to the first page when other systems are selected. */
export function MessageTable({ view, title }: Props) {
  const { t } = useTranslation('messages')
  const { active } = view
  const [{ of, page }, go] = useState({ of: active, page: 1 })
  return (
    <MessageList
      title={title ?? t('all')}
      view={view}
      query={{ sn: active, page: of === active ? page : 1, open: null, severity: null }}
      go={(next) => go({ of: active, page: next })}
      nothing={<NoMessagesReported view={view} none={t('never')} />}
    />
  )
}
