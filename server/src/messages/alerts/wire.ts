import { alertStorm, type WireAlert } from '@kellersonne/contract/messages/alerts'
import { ownRule } from '@kellersonne/contract/messages/own-rules'
import { isWavering } from '@kellersonne/core/messages/alerts/alert'
import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import { outageScopes } from '@kellersonne/core/messages/alerts/outage'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Notice } from './notice-store.ts'
import type { StoredAlert } from './store.ts'

const values = z.object({
  code: z.catch(z.nullable(z.string()), null),
  share: z.catch(z.nullable(z.int()), null),
  scope: z.catch(z.enum(outageScopes), 'all'),
  rule: z.catch(z.nullable(ownRule), null),
  chips: z.catch(z.array(z.string()), []),
  finding: z.catch(z.nullable(z.string()), null),
  storm: z.catch(z.nullable(alertStorm), null),
})

const text = (at: Date | null) => at?.toISOString() ?? null

/** Converts an alert to the wire format. */
export function alertToWire(
  alert: StoredAlert,
  sn: SerialNumber | null,
  notices: readonly Notice[],
): WireAlert {
  const { id, cause, begunAt, raisedAt, activeSince, endedAt, overAt, hold, mutedUntil, details } = alert
  const { count, rounds } = alert
  const { topic, event } = alertRules[cause]
  const sent = values.parse(details)
  return {
    ...{ id, sn, cause, topic, count, rounds, hold },
    begun_at: begunAt.toISOString(),
    raised_at: (raisedAt ?? begunAt).toISOString(),
    ended_at: event || activeSince !== null ? null : text(endedAt),
    over_at: text(overAt),
    wavering: isWavering(alert),
    muted_until: text(mutedUntil),
    ...sent,
    scope: sent.share === null ? null : sent.scope,
    notices: notices
      .filter((notice) => notice.alert === id)
      .map(({ kind, channel, at, address, outcome, settledAt }) => ({
        ...{ kind, channel, at: at.toISOString(), address, outcome, settled_at: text(settledAt) },
      })),
  }
}
