import type { TableUse } from './table-use.ts'

/** The tables of the domain `messages`, as in tables.ts. */
export const messageTables: Record<string, TableUse> = {
  alert: {
    writes: ['messages/alerts/store'],
    reads: ['messages/alerts/notice-store'],
  },
  alert_event: { writes: ['messages/alerts/fact-store'] },
  alert_notice: {
    writes: ['messages/alerts/notice-store'],
    reads: ['messages/push/subscription-store', 'operations/monitoring/gauges'],
  },
  alert_owner: {
    writes: ['messages/alerts/turn-store'],
    reads: ['messages/push/subscription-store', 'operations/monitoring/gauges'],
  },
  alert_setting: { writes: ['messages/alerts/setting-store'] },
  alert_wake: { writes: ['messages/alerts/turn-store'] },
  episode: {
    writes: ['messages/change-store', 'messages/retention'],
    reads: [
      'messages/alerts/fact-store',
      'messages/store',
      'operations/fleet/messages',
      'operations/fleet/systems',
    ],
  },
  episode_backlog: { writes: ['messages/backlog'] },
  episode_count: { writes: [], reads: ['messages/store'] },
  episode_total: { writes: [], reads: ['messages/retention'] },
  message_change: { writes: ['messages/change-store'] },
  outlook: { writes: ['messages/alerts/outlook-store'] },
  own_rule: { writes: ['messages/own-rules/store'] },
  push_key: { writes: ['messages/push/key-store'] },
  push_subscription: {
    writes: ['messages/push/subscription-store'],
    reads: ['operations/monitoring/gauges'],
  },
}
