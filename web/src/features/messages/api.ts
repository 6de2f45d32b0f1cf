import { listMessages, type SystemEpisode, toEpisode } from '@kellersonne/contract/messages/messages'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Severity } from '@kellersonne/core/messages/messages'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../platform/client/client.ts'
import { resources } from '../../platform/client/resource.ts'
import { serverNow } from '../../platform/clock/serverClock.ts'
import { useLive } from '../live/api/live.ts'

/** Which messages: of one system or all, that are open or not (null = both), of a severity (null = any), or of one code. */
export type MessageQuery = {
  readonly sn: SerialNumber | typeof TOTAL
  readonly page: number
  readonly open: boolean | null
  readonly severity: Severity | null
  readonly code?: string
}

/** One page of messages; `total` of all pages, `askedAt` by the server's clock. */
export type MessageList = {
  readonly total: number
  readonly page: number
  readonly messages: readonly SystemEpisode[]
  readonly askedAt: Date
}

/** What is live at the systems a query is about, and when any of that last came. */
export type Live = { readonly systems: readonly LiveSystem[]; readonly receivedAt: Date }

/** A query as it stands in an address; what any message fits is left out. */
export const searchOf = ({ sn, page, open, severity, code }: MessageQuery) =>
  new URLSearchParams([
    ['sn', String(sn)],
    ...(page === 1 ? [] : [['page', String(page)]]),
    ...(open === null ? [] : [['open', String(open)]]),
    ...(severity === null ? [] : [['severity', severity]]),
    ...(code === undefined ? [] : [['code', code]]),
  ])

/** The query that stands in an address; what is missing or broken counts as not said, the system is `otherwise` then. */
export function queryIn(search: URLSearchParams, otherwise: MessageQuery['sn']): MessageQuery {
  const rules = listMessages.query.shape
  const said = <T>(name: string, rule: z.ZodMiniType<T>) =>
    z.safeParse(rule, search.get(name) ?? undefined).data ?? null
  return {
    sn: search.has('sn') ? (said('sn', rules.sn) ?? otherwise) : otherwise,
    page: said('page', rules.page) ?? 1,
    open: said('open', rules.open),
    severity: said('severity', rules.severity),
  }
}

const lists = resources(async (search): Promise<MessageList> => {
  const askedAt = serverNow()
  const asked = new URLSearchParams(search)
  const { total, messages } = await call(listMessages, { query: Object.fromEntries(asked) })
  return { total, page: queryIn(asked, TOTAL).page, messages: messages.map(toEpisode), askedAt }
})

/** What stands at systems, in a word that changes only with it. */
const standing = (systems: readonly LiveSystem[]) =>
  systems
    .flatMap(({ sn, messages }) =>
      messages.map(({ code, since }) => `${sn} ${code} ${since?.getTime() ?? ''}`),
    )
    .toSorted()
    .join('\n')

/** Nothing is heard yet. */
const SILENCE: Live = { systems: [], receivedAt: new Date(0) }

const within = ({ systems, receivedAt }: Live, { sn }: MessageQuery): Live => ({
  systems: sn === TOTAL ? systems : systems.filter((system) => system.sn === sn),
  receivedAt,
})

/**
 * A page of the owner's messages, asked for anew whenever live values bring other messages of those systems and
 * when the server is back. Until another page has come, and where it does not, `list` is the one before.
 */
export function useMessages(query: MessageQuery) {
  const state = useLive()
  const live = state.status === 'ready' ? within(state, query) : SILENCE
  const news = standing(live.systems)
  const cut = state.status === 'ready' && state.connection === 'cut'
  const wanted = lists(searchOf(query).toString())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are what is asked anew for
  useEffect(() => {
    if (!cut) void wanted.refresh()
  }, [wanted, news, cut])
  const { value, fault } = wanted.use()
  const [last, keep] = useState(value)
  if (value !== null && value !== last) keep(value)
  return {
    list: value ?? last,
    /** Whether `list` is not the page asked for. */
    waiting: value === null && fault === null,
    fault,
    retry: wanted.refresh,
    live,
  }
}
