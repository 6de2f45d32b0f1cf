import type { MessagePage, WireMessage } from '@kellersonne/contract/messages/messages'
import { MESSAGES_A_PAGE } from '@kellersonne/contract/messages/messages'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { isOpen, severityOf } from '@kellersonne/core/messages/messages'
import type { ComponentType } from 'react'
import { useLocation } from '../src/platform/router/context.tsx'
import { lastSeen, MINUTE, openPage } from './dashboard.tsx'
import { json, refusal } from './wire.ts'

const MESSAGES = '/api/auth/messages/'

/** The time `minutes` ago. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

/** An episode as sent by the server; times in minutes ago. */
export const listed = (
  sn: string,
  code: string,
  raised: number | null,
  resolved: number | null = null,
  count: number | null = 1,
): WireMessage => ({
  sn: serialNumber.parse(sn),
  code,
  severity: severityOf(code),
  raised_at: raised === null ? null : ago(raised).toISOString(),
  resolved_at: resolved === null ? null : ago(resolved).toISOString(),
  count,
})

/** Lists messages like the server: open ones first, filtered by system, state and severity; paginated. */
function pageOf(all: readonly WireMessage[], path: string): MessagePage {
  const search = new URL(path, 'http://here').searchParams
  const [sn, open, severity] = ['sn', 'open', 'severity'].map((name) => search.get(name))
  const isActive = (one: WireMessage) => one.resolved_at === null && isOpen(one.code)
  const fitting = all.filter(
    (one) =>
      (sn === '-1' || sn === one.sn) &&
      (open === null || String(isActive(one)) === open) &&
      (severity === null || severity === one.severity),
  )
  const ordered = [...fitting.filter(isActive), ...fitting.filter((one) => !isActive(one))]
  const first = (Number(search.get('page') ?? 1) - 1) * MESSAGES_A_PAGE
  return { total: ordered.length, messages: ordered.slice(first, first + MESSAGES_A_PAGE) }
}

/** A system that has just reported, with codes active for so many minutes. */
export const systemWith = (
  phase: number,
  codes: Record<string, number | null>,
  more: Partial<LiveSystem> = {},
) =>
  liveSystem(phase, {
    ...lastSeen(0),
    messages: Object.entries(codes).map(([code, minutes]) => ({
      code,
      since: minutes === null ? null : ago(minutes),
    })),
    ...more,
  })

/** Opens a page of the dashboard with these messages; `tell` changes them. */
export async function openMessages(
  Page: ComponentType,
  systems: readonly LiveSystem[],
  first: readonly WireMessage[] = [],
  at = '/',
) {
  let all = first
  let refused = false
  const opened = await openPage(
    () => (
      <>
        <Page />
        <Address />
      </>
    ),
    { [MESSAGES]: ({ path }) => (refused ? refusal('unavailable') : json(pageOf(all, path))) },
    systems,
    at,
  )
  return {
    ...opened,
    answer: (next: readonly WireMessage[]) => {
      all = next
    },
    /** Makes the server refuse, or accept, requests for messages. */
    refuse: (now: boolean) => {
      refused = now
    },
    /** The queries received, in order. */
    queries: () =>
      opened.asked
        .filter(({ path }) => path.startsWith(MESSAGES))
        .map(({ path }) => path.split('?')[1] ?? ''),
  }
}

const Address = () => <pre title="address">{useLocation().search}</pre>
