import { randomUUID } from 'node:crypto'
import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import { judgeAlerts, keyOf } from '@kellersonne/core/messages/alerts/judge'
import { massOutage } from '@kellersonne/core/messages/alerts/outage'
import { RESOLVED } from '@kellersonne/core/messages/alerts/quiet'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { counter } from '../../platform/metrics.ts'
import { subscriptionStore } from '../push/subscription-store.ts'
import { type AlertEvent, factStore, type WatchedSystem } from './fact-store.ts'
import { ALERT_MAIL } from './mail/mail.ts'
import { type NewNotice, noticeStore } from './notice-store.ts'
import { settingStore } from './setting-store.ts'
import { type DetailedSight, eventSight, type Facts, silentAt, systemSights } from './sights.ts'
import { alertStore, type StoredAlert } from './store.ts'
import { type Turn, turnStore } from './turn-store.ts'
import { noticesOf, type Reach, waysOf } from './ways.ts'

/** Owners judged in one transaction. */
const AT_ONCE = 100
/** However often something changes, an owner is judged at most so often. */
const PAUSE_MS = 5000
const MINUTE = 60_000
/** An owner whose alerts could not be judged is looked at again after this. */
const AFTER_FAULT_MS = 15 * MINUTE
/** A silent system is looked at the less often, the longer it has been silent. */
const SILENT_LOOKS_MS = { first: MINUTE, last: 15 * MINUTE }
/** Where an owner has no system, quiet hours are those of most owners. */
const ZONE = 'Europe/Berlin'

export type Scene = {
  readonly now: Date
  /** Since when this process could notice that units are heard. */
  readonly listeningSince: Date
  /** The share of the fleet that is silent at once, in %; null if it is no mass outage. */
  readonly share: number | null
}

type Case = {
  readonly turn: Turn
  readonly facts: readonly Facts[]
  readonly alerts: readonly StoredAlert[]
  readonly events: readonly AlertEvent[]
  readonly reach: Reach
}
type Verdict = {
  readonly turn: Turn
  readonly kept: readonly StoredAlert[]
  readonly gone: readonly string[]
  readonly notices: readonly NewNotice[]
  readonly dueAt: Date | null
}

const raised = counter('alerts_total', 'Alerts raised, by cause.', ['cause'])
for (const cause of Object.keys(alertRules)) raised.inc({ cause }, 0)

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

/** An alert at a system that is not the owner's any more is over, and not told. */
const left = (alert: StoredAlert, now: Date): StoredAlert =>
  alert.overAt
    ? alert
    : {
        ...alert,
        standingSince: null,
        endedAt: alert.endedAt ?? now,
        overAt: now,
        mutedUntil: RESOLVED,
        hold: null,
      }

function judgeOne({ turn, facts, alerts, events, reach }: Case, { now, ...scene }: Scene): Verdict {
  const { owner } = turn
  const systems = new Map(facts.map((of) => [of.system.id, of.system]))
  const isOurs = ({ system, raisedAt, begunAt }: StoredAlert) => {
    const found = system === null ? undefined : systems.get(system)
    return system === null || (found !== undefined && found.since <= (raisedAt ?? begunAt))
  }
  const known = alerts.filter(isOurs)
  const sights: DetailedSight[] = [
    ...facts.flatMap((of) => {
      const isKnownSilent = known.some(
        ({ system, cause, standingSince }) =>
          system === of.system.id && cause === 'silent' && standingSince !== null,
      )
      return systemSights(of, { now, ...scene, isKnownSilent })
    }),
    ...events.map(eventSight),
  ]
  const details = new Map(sights.map((sight) => [keyOf(sight), sight.details]))
  const stored = new Map(known.map((alert) => [keyOf(alert), alert]))
  const { judged, nextAt } = judgeAlerts(known, sights, {
    now,
    outage: scene.share !== null,
    watchedFrom: turn.watchedFrom,
    reader: {
      quiet: turn.quiet,
      lastToldAt: turn.toldAt,
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
    kept: [...kept, ...alerts.filter((one) => !isOurs(one) && !one.overAt).map((one) => left(one, now))],
    gone: known.map(({ id }) => id).filter((id) => !ids.has(id)),
    notices: judged.flatMap(({ notice }, i) => {
      const alert = kept[i]
      return notice && alert ? noticesOf(reach, alert, notice) : []
    }),
    dueAt: looks.reduce(earlier, nextAt),
  }
}

async function store(sql: Sql, verdicts: readonly Verdict[], { now }: Scene): Promise<void> {
  const kept = verdicts.flatMap((one) => one.kept)
  await alertStore(sql).put(kept)
  await alertStore(sql).remove(verdicts.flatMap(({ gone }) => gone))
  const notices = verdicts.flatMap((one) => one.notices)
  if (notices.length > 0) await noticeStore(sql).add(notices, now)
  const told = new Set(notices.map(({ owner }) => owner))
  const mailed = new Set(notices.flatMap(({ owner, subscription }) => (subscription === null ? owner : [])))
  if (mailed.size > 0) await mailStore(sql).addOnce(ALERT_MAIL, [...mailed], now)
  if (notices.some(({ subscription }) => subscription !== null)) await subscriptionStore(sql).wake()
  await turnStore(sql).done(
    verdicts.map(({ turn: { owner }, dueAt }) => ({ owner, dueAt, toldAt: told.has(owner) ? now : null })),
    now,
  )
  const news = kept.filter(({ raisedAt }) => raisedAt?.getTime() === now.getTime())
  if (news.length > 0) await alertStore(sql).forgetOldest([...new Set(news.map(({ owner }) => owner))])
  for (const { cause } of news) raised.inc({ cause })
}

/** Called with an owner whose alerts cannot be judged. */
type OnFault = (owner: string, error: unknown) => void
const fail: OnFault = (_, error) => {
  throw error
}

/**
 * Judges the alerts of owners that are due; resolves to true if there may be more. An owner whose alerts cannot be judged
 * does not keep others from theirs. Must be called in a transaction.
 */
export async function judgeDue(sql: Sql, scene: Scene, onFault: OnFault = fail): Promise<boolean> {
  const { now } = scene
  const more = await turnStore(sql).wake(now)
  const turns = await turnStore(sql).take(now, new Date(now.getTime() - PAUSE_MS), AT_ONCE)
  await inIsolation(
    sql,
    turns,
    (some) => judgeTurns(sql, some, scene),
    async ({ owner }, error) => {
      onFault(owner, error)
      const dueAt = new Date(now.getTime() + AFTER_FAULT_MS)
      await turnStore(sql).done([{ owner, dueAt, toldAt: null }], now)
    },
  )
  return more || turns.length === AT_ONCE
}

async function judgeTurns(sql: Sql, turns: readonly Turn[], scene: Scene): Promise<void> {
  const { now } = scene
  const owners = turns.map(({ owner }) => owner)
  const read = factStore(sql)
  const systems = await read.systems(owners)
  const ids = systems.map(({ id }) => id)
  const lastLook = turns.reduce(
    (first, { judgedAt }) => (judgedAt && judgedAt < first ? judgedAt : first),
    now,
  )
  const episodes = Map.groupBy(await read.episodes(ids, lastLook), ({ system }) => system)
  const updates = Map.groupBy(await read.updates(ids, now), ({ system }) => system)
  const claims = Map.groupBy(await read.claims(ids), ({ system }) => system)
  const events = Map.groupBy(await read.takeEvents(owners), ({ owner }) => owner)
  const settings = Map.groupBy(await settingStore(sql).of(owners), ({ owner }) => owner)
  const alerts = Map.groupBy(await alertStore(sql).recent(owners, now), ({ owner }) => owner)
  const browsers = Map.groupBy(await subscriptionStore(sql).lock(owners), ({ owner }) => owner)
  const bySystem = Map.groupBy(systems, ({ owner }) => owner)
  const verdicts = turns.map((turn) =>
    judgeOne(
      {
        turn,
        facts: (bySystem.get(turn.owner) ?? []).map((system) => ({
          system,
          episodes: episodes.get(system.id) ?? [],
          updates: updates.get(system.id) ?? [],
          claims: claims.get(system.id) ?? [],
        })),
        alerts: alerts.get(turn.owner) ?? [],
        events: events.get(turn.owner) ?? [],
        reach: {
          isConfirmed: turn.reachable,
          settings: settings.get(turn.owner) ?? [],
          browsers: browsers.get(turn.owner) ?? [],
        },
      },
      scene,
    ),
  )
  await store(sql, verdicts, scene)
}

const DAY_MS = 24 * 60 * MINUTE

/** Resolves to the share of the fleet in % that is silent, if it is a mass outage; else null. */
export async function readShare(sql: Sql, now: Date): Promise<number | null> {
  const silent = new Date(now.getTime() - 15 * MINUTE)
  return massOutage(await factStore(sql).reach(new Date(now.getTime() - DAY_MS), silent))
}
