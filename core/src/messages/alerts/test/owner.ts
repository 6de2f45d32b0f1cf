import { type Episode, FLICKER_MS, foldChanges } from '../../episodes.ts'
import type { Alert, Sight } from '../alert.ts'
import type { Reader } from '../hold.ts'
import { judgeAlerts } from '../judge.ts'

export const MINUTE = 60_000
const reader: Reader = {
  reaches: () => true,
  quiet: true,
  wants: () => true,
  zoneOf: () => 'Europe/Berlin',
  lastNotifiedAt: null,
}

type Notified = { readonly at: Date; readonly what: string }
type Options = { readonly reader?: Partial<Reader>; readonly outage?: boolean; readonly watchedFrom?: Date }

/** An owner whose alerts are judged at each look, as the server does it. */
export function owner({ reader: differing, outage = false, watchedFrom }: Options = {}) {
  const all: Notified[] = []
  let alerts: readonly Alert[] = []
  let lastNotifiedAt: Date | null = null
  return {
    all,
    alerts: () => alerts,
    change: (with_: (alert: Alert) => Alert) => {
      alerts = alerts.map(with_)
    },
    look(now: Date, ...sights: readonly Sight[]) {
      const scene = { now, outage: () => outage, watchedFrom: watchedFrom ?? null }
      const { judged, nextAt } = judgeAlerts(alerts, sights, {
        ...scene,
        reader: { ...reader, lastNotifiedAt, ...differing },
      })
      alerts = judged.map(({ alert }) => alert)
      const news = judged.flatMap(({ alert, notice }) =>
        notice === null ? [] : [{ at: now, what: `${alert.cause}${alert.system ?? ''} ${notice}` }],
      )
      if (news.length > 0) lastNotifiedAt = now
      all.push(...news)
      return { news: news.map(({ what }) => what), holds: judged.map(({ hold }) => hold), nextAt }
    },
  }
}

/** A cause that lasts. */
export const opens = (cause: Sight['cause'], since: Date, more: Partial<Sight> = {}): Sight => ({
  ...{ system: 1, cause, subject: '', since, until: null, count: 1 },
  ...more,
})

/** What is seen at `now` of a code that was raised and resolved in turn at these instants. */
export function sightOf(turns: readonly Date[], now: Date): Sight[] {
  const changes = turns
    .map((at, i) => ({ code: 'hw', at, raised: i % 2 === 0 }))
    .filter(({ at }) => at <= now)
  const last: Episode | undefined = foldChanges(null, changes).at(-1)
  if (!last) return []
  const { raisedAt: since, resolvedAt: until, count } = last
  if (until && now.getTime() - until.getTime() >= FLICKER_MS) return []
  return [{ system: 1, cause: 'fault', subject: 'hw', since, until, count }]
}
