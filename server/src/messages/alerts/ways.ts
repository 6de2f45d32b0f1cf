import type { AlertChannel } from '@kellersonne/contract/messages/alerts'
import type { NoticeKind } from '@kellersonne/core/messages/alerts/alert'
import { type AlertTopic, alertRules } from '@kellersonne/core/messages/alerts/causes'
import type { Browser } from '../push/subscription-store.ts'
import type { NewNotice } from './notice-store.ts'
import { type AlertSetting, wants } from './setting-store.ts'
import type { StoredAlert } from './store.ts'

/** How an owner can be notified of alerts, and wants to be. */
export type Reach = {
  /** Whether there is a confirmed address. */
  readonly isConfirmed: boolean
  readonly settings: readonly AlertSetting[]
  readonly browsers: readonly Browser[]
}

/** Returns the ways in which an owner wants to be notified of a topic at a system, or at the account, and can be. */
export function waysOf(reach: Reach, topic: AlertTopic, system: number | null) {
  const isWanted = (channel: AlertChannel) => wants(reach.settings, topic, system, channel)
  const isMailed = isWanted('email') && reach.isConfirmed
  const browsers = isWanted('push') ? reach.browsers : []
  return {
    isMailed,
    browsers,
    isWanted: isWanted('email') || browsers.length > 0,
    reaches: isMailed || browsers.length > 0,
  }
}

/** Returns a notice for each channel through which an alert is sent. */
export function noticesOf(
  reach: Reach,
  { id, owner, cause, system }: StoredAlert,
  kind: NoticeKind,
): NewNotice[] {
  // Whoever's system is claimed gets a mail about that anyway (`systems/handovers.ts`), which an address that they have mistyped may
  // take to somebody else.
  if (cause === 'claim' && reach.isConfirmed) return []
  const { isMailed, browsers } = waysOf(reach, alertRules[cause].topic, system)
  const notice = { alert: id, owner, kind }
  return [
    ...(isMailed ? [{ ...notice, subscription: null, address: null }] : []),
    ...browsers.map((one) => ({ ...notice, subscription: one.id, address: one.agent })),
  ]
}
