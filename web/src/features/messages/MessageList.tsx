import { MESSAGES_A_PAGE, MOST_LISTED } from '@kellersonne/contract/messages/messages'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useMutation } from '../../platform/client/useMutation.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Pagination } from '../../ui/controls/Pagination.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../ui/forms/useFaultText.ts'
import { useShape } from '../../ui/hooks/useShape.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { type MessageQuery, useMessages } from './api.ts'
import styles from './MessageList.module.css'
import { MessageRows } from './MessageRows.tsx'
import { NoMessages } from './NoMessages.tsx'
import { updateListed } from './shown.ts'
import { Table } from './Table.tsx'

type Props = {
  title: string
  view: LiveViewModel
  query: MessageQuery
  /** Opens another page. `replace`: without a history entry. */
  go: (page: number, how?: { replace: true }) => void
  /** Shown if there are no matching messages. */
  nothing: ReactNode
  filters?: ReactNode
}

/** One page of messages, with links to the others. */
export function MessageList({ title, view, query, go, nothing, filters }: Props) {
  const { t } = useTranslation('messages')
  const f = useFormats()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shape = useShape()
  const { list, waiting, fault, retry, live } = useMessages(query)
  const total = list?.total ?? 0
  const pages = Math.ceil(Math.min(total, MOST_LISTED) / MESSAGES_A_PAGE)
  const beyond = list !== null && !waiting && pages > 0 && query.page > pages
  useEffect(() => {
    if (beyond) go(pages, { replace: true })
  })

  function turn(page: number) {
    heading.current?.scrollIntoView({ block: 'nearest' })
    go(page)
  }

  const messages = list ? updateListed(list, live) : []
  const Shown = shape === 'phone' ? MessageRows : Table
  return (
    <section className={styles.card} aria-labelledby={id} aria-busy={waiting || undefined}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <Range page={list?.page ?? 1} total={total} />
        <Pagination words={usePageWords()} page={Math.min(query.page, pages)} pages={pages} go={turn} />
      </div>
      {filters}
      <Trouble fault={fault} retry={retry} />
      {messages.length > 0 && <Shown messages={messages} view={view} />}
      {total > MOST_LISTED && <p className={styles.cut}>{t('cut', { most: f.number(MOST_LISTED, 0) })}</p>}
      {list && !waiting && !beyond && total === 0 && <NoMessages>{nothing}</NoMessages>}
      {!list && waiting && <p className={styles.loading}>{t('loading')}</p>}
    </section>
  )
}

function usePageWords() {
  const { t } = useTranslation('messages')
  const f = useFormats()
  return {
    label: t('pages'),
    previous: t('previous'),
    next: t('next'),
    page: (page: number) => t('page', { page: f.number(page, 0) }),
  }
}

/** The range shown, and the total number. */
function Range({ page, total }: { page: number; total: number }) {
  const { t } = useTranslation('messages')
  const f = useFormats()
  const first = (page - 1) * MESSAGES_A_PAGE + 1
  if (first > total) return null
  const last = Math.min(total, page * MESSAGES_A_PAGE)
  const [from, to, of] = [first, last, total].map((one) => f.number(one, 0))
  return <p className={styles.range}>{t('range', { first: from, last: to, total: of })}</p>
}

type Asked = ReturnType<typeof useMessages>

/** Why the page could not be refreshed, with a retry button. */
function Trouble({ fault, retry }: Pick<Asked, 'fault' | 'retry'>) {
  const { t } = useTranslation('messages', 'common')
  const { busy, run } = useMutation()
  const text = useFaultText()(fault)
  return (
    <div className={styles.trouble}>
      <Notice kind="danger" text={text && `${t('failed')} ${text}`} />
      {fault && (
        <Button kind="secondary" busy={busy} onClick={() => void run(retry)}>
          {t('common:retry')}
        </Button>
      )}
    </div>
  )
}
