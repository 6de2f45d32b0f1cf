import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useActiveSystem } from '../../platform/state.ts'
import { TextButton } from '../../ui/controls/TextButton.tsx'
import { useUrlQuery } from '../../ui/hooks/useUrlQuery.ts'
import { LivePage } from '../live/LivePage.tsx'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { useNamedSystem } from '../live/model/useNamedSystem.ts'
import { TimeZone } from '../live/parts/TimeZone.tsx'
import { type MessageQuery, queryIn, searchOf } from './api.ts'
import { Filters } from './Filters.tsx'
import styles from './MessageList.module.css'
import { MessageList } from './MessageList.tsx'
import { NoMessagesReported } from './NoMessagesReported.tsx'

type Ask = (change: Partial<MessageQuery>, how?: { replace: true }) => void

/** All messages of the systems. The URL holds filters and system: changing them is a navigation. */
export function Component() {
  const { t } = useTranslation('messages')
  const [active] = useActiveSystem()
  const [search, setSearch] = useUrlQuery()
  const query = queryIn(search, active)
  const ask: Ask = (change, how) => setSearch(searchOf({ ...query, page: 1, ...change }), how)
  return (
    <LivePage
      loading={
        <section className={styles.card} aria-busy="true">
          <p className={styles.loading}>{t('loading')}</p>
        </section>
      }
      banners={false}
      choose={(sn) => ask({ sn })}
    >
      {({ view }) => (
        <>
          <Messages view={view} query={query} ask={ask} />
          <TimeZone of={view.values.timeZone} />
        </>
      )}
    </LivePage>
  )
}

function Messages({ view, query, ask }: { view: LiveViewModel; query: MessageQuery; ask: Ask }) {
  const { t } = useTranslation('messages')
  useNamedSystem(view, query.sn)
  const { open, severity } = query
  return (
    <MessageList
      title={t('all')}
      view={view}
      query={{ ...query, sn: view.active }}
      go={(page, how) => ask({ page }, how)}
      filters={<Filters open={open} severity={severity} choose={ask} />}
      nothing={
        open === null && severity === null ? (
          <NoMessagesReported view={view} none={t('never')} />
        ) : (
          <>
            <p>{t('nothingFits')}</p>
            <TextButton onClick={() => ask({ open: null, severity: null })}>{t('showAll')}</TextButton>
          </>
        )
      }
    />
  )
}
