import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AlertKey } from '@kellersonne/core/messages/alerts/alert'
import { judgeAlerts, keyOf } from '@kellersonne/core/messages/alerts/judge'
import { RESOLVED } from '@kellersonne/core/messages/alerts/quiet'
import { isFlag } from '@kellersonne/core/messages/messages'
import type { AlertEvent, WatchedSystem } from './fact-store.ts'
import type { NewNotice } from './notice-store.ts'
import { outageOf, type Regions } from './regions.ts'
import { type DetailedSight, eventSight, type Facts, silentAt, systemSights } from './sights.ts'
import type { StoredAlert } from './store.ts'
import type { Turn } from './turn-store.ts'
import { noticesOf, type Reach, waysOf } from './ways.ts'

const MINUTE = 60_000
/** A silent system is looked at the less often, the longer it has been silent. */
const SILENT_LOOKS_MS = { first: MINUTE, last: 15 * MINUTE }
/** Where an owner has no system, quiet hours are those of most owners. */
const ZONE = 'Europe/Berlin'
/** Alerts of one cause at one system within a day: a unit may raise any number of codes. */
const MOST_OF_A_CAUSE = 50

export type Scene = {
  readonly now: Date
  /** Since when this process could notice units. */
  readonly listeningSince: Date
  /** The share of the fleet that is silent at once, in %; null if it is no mass outage. */
  readonly share: number | null
  /** Where it is one of a region; default none. */
  readonly regions?: Regions
}

/** An owner, and all that is known of their systems and alerts. */
export type Case = {
  readonly turn: Turn
  readonly facts: readonly Facts[]
  readonly alerts: readonly StoredAlert[]
  readonly events: readonly AlertEvent[]
  readonly reach: Reach
}
/** What changes about an owner's alerts, and when to judge them again. */
export type Verdict = {
  readonly turn: Turn
  /** New alerts, and those that differ from what is stored. */
  readonly changed: readonly StoredAlert[]
  readonly gone: readonly string[]
  readonly notices: readonly NewNotice[]
  readonly dueAt: Date | null
}

const earlier = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other)

/** Returns when to look at a system again for its silence alone. */
function nextLook(system: WatchedSystem, now: Date): Date {
  const at = silentAt(system)
  if (!at) return new Date(now.getTime() + SILENT_LOOKS_MS.last)
  if (at > now) return at
  const wait = Math.max(
    SILENT_LOOKS_MS.first,
    Math.min(SILENT_LOOKS_MS.last, (now.getTime() - at.getTime()) / 10),
  )
  return new Date(now.getTime() + wait)
}

/** Merges sign-ins into one for each day, and adds to its number those that it already counts. */
function together(signIns: readonly DetailedSight[], known: readonly StoredAlert[]): DetailedSight[] {
  const formers = new Map(known.map((one) => [keyOf(one), one]))
  const byDay = Map.groupBy(signIns, ({ since }) => `further ${since.toISOString().slice(0, 10)}`)
  return [...byDay].map(([subject, of]) => {
    const newest = of.reduce((last, one) => (one.since > last.since ? one : last))
    const former = formers.get(keyOf({ ...newest, subject }))
    return { ...newest, subject, count: of.length + (former?.count ?? 0) }
  })
}

/**
 * Returns what may become an alert: whatever is one already, flags, and others up to a limit for each system and cause. Sign-ins
 * beyond it are merged, so that none goes unnoticed. Those since the last new password are counted separately, as whoever caused
 * the earlier ones has lost the account.
 */
function bounded(
  sights: readonly DetailedSight[],
  known: readonly StoredAlert[],
  passwordAt: Date | null,
): readonly DetailedSight[] {
  const isKnown = new Set(known.map(keyOf))
  const counts = new Map<string, number>()
  const ofCause = ({ system, cause }: AlertKey, at: Date) =>
    `${system} ${cause} ${cause === 'sign_in' && passwordAt !== null && at >= passwordAt}`
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1).get(key) ?? 0
  for (const alert of known) add(ofCause(alert, alert.begunAt))
  const isWithin = (sight: DetailedSight) =>
    isKnown.has(keyOf(sight)) || isFlag(sight.subject) || add(ofCause(sight, sight.since)) <= MOST_OF_A_CAUSE
  const { within = [], beyond = [] } = Object.groupBy(sights, (one) => (isWithin(one) ? 'within' : 'beyond'))
  return [
    ...within,
    ...together(
      beyond.filter(({ cause }) => cause === 'sign_in'),
      known,
    ),
  ]
}

/** True if an alert would be stored as it is already. */
const isStored = ({ details, ...alert }: StoredAlert, former: StoredAlert | undefined): boolean => {
  if (former === undefined) return false
  const { details: formerDetails, ...rest } = former
  return (
    isDeepStrictEqual(alert, rest) && isDeepStrictEqual(JSON.parse(JSON.stringify(details)), formerDetails)
  )
}

/** An alert at a system that is not the owner's any more is over, and not sent. */
const left = (alert: StoredAlert, now: Date): StoredAlert =>
  alert.overAt
    ? alert
    : {
        ...alert,
        activeSince: null,
        endedAt: alert.endedAt ?? now,
        overAt: now,
        mutedUntil: RESOLVED,
        hold: null,
      }

/** Judges the alerts of one owner. */
export function judgeOwner({ turn, facts, alerts, events, reach }: Case, { now, ...scene }: Scene): Verdict {
  const { owner } = turn
  const systems = new Map(facts.map((of) => [of.system.id, of.system]))
  const isOurs = ({ system, raisedAt, begunAt }: StoredAlert) => {
    const found = system === null ? undefined : systems.get(system)
    return system === null || (found !== undefined && found.since <= (raisedAt ?? begunAt))
  }
  const known = alerts.filter(isOurs)
  const all: DetailedSight[] = [
    ...facts.flatMap((of) => {
      const isKnownSilent = known.some(
        ({ system, cause, activeSince }) =>
          system === of.system.id && cause === 'silent' && activeSince !== null,
      )
      return systemSights(of, { now, ...scene, isKnownSilent })
    }),
    ...events.map(eventSight),
  ]
  const sights = bounded(all, known, turn.passwordAt)
  const details = new Map(sights.map((sight) => [keyOf(sight), sight.details]))
  const stored = new Map(known.map((alert) => [keyOf(alert), alert]))
  const { judged, nextAt } = judgeAlerts(known, sights, {
    now,
    outage: (id) => {
      const system = id === null ? undefined : systems.get(id)
      return system !== undefined && outageOf(system, scene.share, scene.regions) !== null
    },
    watchedFrom: turn.watchedFrom,
    reader: {
      quiet: turn.quiet,
      lastNotifiedAt: turn.notifiedAt,
      wants: (topic, system) => waysOf(reach, topic, system).isWanted,
      reaches: (topic, system) => waysOf(reach, topic, system).reaches,
      zoneOf: (system) =>
        (system === null ? undefined : systems.get(system)?.timeZone) ?? facts[0]?.system.timeZone ?? ZONE,
    },
  })
  const kept = judged.map(({ alert, hold }): StoredAlert => {
    const former = stored.get(keyOf(alert))
    return {
      ...alert,
      ...{ id: former?.id ?? randomUUID(), owner, hold },
      details: details.get(keyOf(alert)) ?? former?.details ?? {},
    }
  })
  const ids = new Set(kept.map(({ id }) => id))
  const looks = facts.map(({ system }) => nextLook(system, now))
  return {
    turn,
    changed: [
      ...kept.filter((one) => !isStored(one, stored.get(keyOf(one)))),
      ...alerts.filter((one) => !isOurs(one) && !one.overAt).map((one) => left(one, now)),
    ],
    gone: known.map(({ id }) => id).filter((id) => !ids.has(id)),
    notices: judged.flatMap(({ notice }, i) => {
      const alert = kept[i]
      return notice && alert ? noticesOf(reach, alert, notice) : []
    }),
    dueAt: looks.reduce(earlier, nextAt),
  }
}
