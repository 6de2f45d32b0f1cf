import { listMessages, type SystemEpisode, toEpisode } from '@kellersonne/contract/messages/messages'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Severity } from '@kellersonne/core/messages/messages'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../platform/client/client.ts'
import { createQueries } from '../../platform/client/query.ts'
import { serverNow } from '../../platform/clock/serverClock.ts'
import { useLive } from '../live/api/live.ts'

/**
 * Filters messages: by one system or all, open or not (null = both), severity (null = any), and code. `states` false:
 * without mere states.
 */
export type MessageQuery = {
  readonly sn: SerialNumber | typeof TOTAL
  readonly page: number
  readonly open: boolean | null
  readonly severity: Severity | null
  readonly states?: false
  readonly code?: string
}

/** One page of messages; `total` on all pages, `askedAt` by the server's clock. */
export type MessageList = {
  readonly total: number
  readonly page: number
  readonly messages: readonly SystemEpisode[]
  readonly askedAt: Date
}

/** Live values of a query's systems, and when they last arrived. */
export type LiveMessages = { readonly systems: readonly LiveSystem[]; readonly receivedAt: Date }

/** Encodes a query in a URL; parameters that do not filter are omitted. */
export const searchOf = ({ sn, page, open, severity, states, code }: MessageQuery) =>
  new URLSearchParams([
    ['sn', String(sn)],
    ...(page === 1 ? [] : [['page', String(page)]]),
    ...(open === null ? [] : [['open', String(open)]]),
    ...(severity === null ? [] : [['severity', severity]]),
    ...(states === undefined ? [] : [['states', String(states)]]),
    ...(code === undefined ? [] : [['code', code]]),
  ])

/** Decodes a query from a URL; missing or invalid parameters do not filter; the default system is `otherwise`. */
export function queryIn(search: URLSearchParams, otherwise: MessageQuery['sn']): MessageQuery {
  const rules = listMessages.query.shape
  const read = <T>(name: string, rule: z.ZodMiniType<T>) =>
    z.safeParse(rule, search.get(name) ?? undefined).data ?? null
  return {
    sn: search.has('sn') ? (read('sn', rules.sn) ?? otherwise) : otherwise,
    page: read('page', rules.page) ?? 1,
    open: read('open', rules.open),
    severity: read('severity', rules.severity),
  }
}

const lists = createQueries(async (search): Promise<MessageList> => {
  const askedAt = serverNow()
  const asked = new URLSearchParams(search)
  const { total, messages } = await call(listMessages, { query: Object.fromEntries(asked) })
  return { total, page: queryIn(asked, TOTAL).page, messages: messages.map(toEpisode), askedAt }
})

/** The active messages of systems as a key that changes only with them. */
const activeKey = (systems: readonly LiveSystem[]) =>
  systems
    .flatMap(({ sn, messages }) =>
      messages.map(({ code, since }) => `${sn} ${code} ${since?.getTime() ?? ''}`),
    )
    .toSorted()
    .join('\n')

/** No live values yet. */
const SILENCE: LiveMessages = { systems: [], receivedAt: new Date(0) }

const within = ({ systems, receivedAt }: LiveMessages, { sn }: MessageQuery): LiveMessages => ({
  systems: sn === TOTAL ? systems : systems.filter((system) => system.sn === sn),
  receivedAt,
})

/**
 * A page of the owner's messages, refreshed whenever live values change those systems' messages and when the server
 * is back. `list` stays the previous page until another one has loaded, or if it fails to load.
 */
export function useMessages(query: MessageQuery) {
  const state = useLive()
  const live = state.status === 'ready' ? within(state, query) : SILENCE
  const news = activeKey(live.systems)
  const cut = state.status === 'ready' && state.connection === 'cut'
  const wanted = lists(searchOf(query).toString())
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the messages change
  useEffect(() => {
    if (!cut) void wanted.refresh()
  }, [wanted, news, cut])
  const { value, fault } = wanted.use()
  const [last, keep] = useState(value)
  if (value !== null && value !== last) keep(value)
  return {
    list: value ?? last,
    /** True while `list` is not the requested page. */
    waiting: value === null && fault === null,
    fault,
    retry: wanted.refresh,
    live,
  }
}
