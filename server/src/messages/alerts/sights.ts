import type { Sight } from '@kellersonne/core/messages/alerts/alert'
import { causeOf, SILENT_MS } from '@kellersonne/core/messages/alerts/causes'
import type { SeenRule } from '../own-rules/store.ts'
import type {
  AlertEvent,
  SeenClaim,
  SeenEpisode,
  SeenFinding,
  SeenUpdate,
  WatchedSystem,
} from './fact-store.ts'
import type { SeenOutlook } from './outlook-store.ts'
import { outageOf, type Regions } from './regions.ts'

/** The values that explain an alert, stored with it. */
type AlertDetails = Readonly<Record<string, unknown>>
export type DetailedSight = Sight & { readonly details: AlertDetails }

export type Facts = {
  readonly system: WatchedSystem
  readonly episodes: readonly SeenEpisode[]
  readonly updates: readonly SeenUpdate[]
  readonly claims: readonly SeenClaim[]
  readonly rules: readonly SeenRule[]
  readonly outlooks: readonly SeenOutlook[]
  readonly findings: readonly SeenFinding[]
}
type Scene = {
  readonly now: Date
  /** Since when this process could notice messages of units. */
  readonly listeningSince: Date
  /** The share of the fleet that is silent in a mass outage, in %; null if there is none. */
  readonly share: number | null
  readonly regions?: Regions
  /** Whether there is an alert of the system's silence. */
  readonly isKnownSilent: boolean
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const once = { until: null, count: 1 }

/** Returns when a system becomes silent if nothing more comes from it; null if that is not known. */
export const silentAt = ({ lastSeenAt, since }: WatchedSystem) =>
  lastSeenAt && new Date(later(lastSeenAt, since).getTime() + SILENT_MS)

/**
 * Silence is believed only after units had the time to find us: after a start of ours, and after an update, in which they are
 * switched off and on.
 */
function silence(
  { system, updates }: Facts,
  { now, listeningSince, share, regions, isKnownSilent }: Scene,
): DetailedSight[] {
  const at = silentAt(system)
  if (!at || at > now || updates.some(({ isOpen }) => isOpen)) return []
  const awaited = updates.reduce(
    (last, { endedAt }) => (endedAt ? later(last, endedAt) : last),
    listeningSince,
  )
  if (!isKnownSilent && now.getTime() - awaited.getTime() < SILENT_MS) return []
  const since = new Date(at.getTime() - SILENT_MS)
  return [
    {
      system: system.id,
      cause: 'silent',
      subject: '',
      since,
      ...once,
      details: outageOf(system, share, regions) ?? {},
    },
  ]
}

const messageSights = ({ system, episodes }: Facts): DetailedSight[] =>
  episodes.flatMap(({ code, raisedAt, resolvedAt, count }) => {
    const cause = causeOf(code)
    if (cause === null) return []
    const since = later(raisedAt, system.since)
    return [{ system: system.id, cause, subject: code, since, until: resolvedAt, count, details: { code } }]
  })

const updateSights = ({ updates }: Facts): DetailedSight[] =>
  updates.flatMap(
    ({ system, run, endedAt, isOpen, failed, finished, switchSince, chips, reason }): DetailedSight[] => {
      const of = { system, subject: run, ...once }
      if (switchSince) return [{ ...of, cause: 'update_switch', since: switchSince, details: { chips } }]
      if (isOpen || endedAt === null) return []
      if (failed) return [{ ...of, cause: 'update_failed', since: endedAt, details: { chips, reason } }]
      return finished ? [{ ...of, cause: 'update_finished', since: endedAt, details: { chips } }] : []
    },
  )

const claimSights = ({ claims }: Facts): DetailedSight[] =>
  claims.map(({ system, begunAt, dueAt }) => ({
    ...{ system, cause: 'claim', subject: '', since: begunAt, ...once },
    details: { due_at: dueAt.toISOString() },
  }))

const ruleSights = ({ rules }: Facts): DetailedSight[] =>
  rules.flatMap(({ id, system, raisedAt, resolvedAt, count, quantity, comparison, threshold, minutes }) =>
    raisedAt === null
      ? []
      : [
          {
            ...{ system, cause: 'rule', subject: id, since: raisedAt, until: resolvedAt, count },
            details: { rule: { quantity, comparison, threshold, minutes } },
          },
        ],
  )

const outlookSights = ({ outlooks }: Facts): DetailedSight[] =>
  outlooks.map(({ system, cause, begunAt: since, details }) => ({
    // Two storms are two alerts, even where the second is forecast while the first rages.
    ...{ system, cause, subject: cause === 'storm' ? since.toISOString() : '' },
    ...{ since, ...once, details },
  }))

const findingSights = ({ findings }: Facts): DetailedSight[] =>
  findings.map(({ system, name, begunAt, endedAt }) => ({
    ...{ system, cause: 'battery', subject: name, since: begunAt, until: endedAt, count: 1 },
    details: { finding: name },
  }))

/** Returns what is seen at a system now. */
export const systemSights = (facts: Facts, scene: Scene): DetailedSight[] => [
  ...silence(facts, scene),
  ...messageSights(facts),
  ...updateSights(facts),
  ...claimSights(facts),
  ...ruleSights(facts),
  ...outlookSights(facts),
  ...findingSights(facts),
]

export const eventSight = ({ cause, subject, at, details }: AlertEvent): DetailedSight => ({
  ...{ system: null, cause, subject, since: at, ...once, details },
})
