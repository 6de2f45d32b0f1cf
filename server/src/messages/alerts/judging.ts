import type { AlertKey } from '@kellersonne/core/messages/alerts/alert'
import { alertRules, causeOf } from '@kellersonne/core/messages/alerts/causes'
import { massOutage } from '@kellersonne/core/messages/alerts/outage'
import { FLICKER_MS } from '@kellersonne/core/messages/episodes'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { failPart, type OnFault } from '../../platform/jobs/faults.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { counter } from '../../platform/metrics.ts'
import { openSlices } from '../../platform/slices.ts'
import { ruleStore } from '../own-rules/store.ts'
import { subscriptionStore } from '../push/subscription-store.ts'
import { factStore } from './fact-store.ts'
import { judgeOwner, type Scene, type Verdict } from './judge-owner.ts'
import { ALERT_MAIL } from './mail/mail.ts'
import { noticeStore } from './notice-store.ts'
import { outlookStore } from './outlook-store.ts'
import { settingStore } from './setting-store.ts'
import { alertStore } from './store.ts'
import { type Turn, turnStore } from './turn-store.ts'

/** Owners judged in one transaction. */
const AT_ONCE = 100
/** Alerts that are read and judged at once, unless one owner alone has more. */
const ALERTS_AT_ONCE = 1000
/** However often something changes, an owner is judged at most so often. */
const PAUSE_MS = 5000
const MINUTE = 60_000
/** An owner whose alerts could not be judged is looked at again after this. */
const AFTER_FAULT_MS = 15 * MINUTE

const raised = counter('alerts_total', 'Alerts raised, by cause.', ['cause'])
for (const cause of Object.keys(alertRules)) raised.inc({ cause }, 0)

async function store(sql: Sql, verdicts: readonly Verdict[], { now }: Scene): Promise<void> {
  const changed = verdicts.flatMap((one) => one.changed)
  await alertStore(sql).put(changed)
  await alertStore(sql).remove(verdicts.flatMap(({ gone }) => gone))
  const notices = verdicts.flatMap((one) => one.notices)
  if (notices.length > 0) await noticeStore(sql).add(notices, now)
  const sent = new Set(notices.map(({ owner }) => owner))
  const mailed = new Set(notices.flatMap(({ owner, subscription }) => (subscription === null ? owner : [])))
  if (mailed.size > 0) await mailStore(sql).addOnce(ALERT_MAIL, [...mailed], now)
  if (notices.some(({ subscription }) => subscription !== null)) await subscriptionStore(sql).wake()
  await turnStore(sql).done(
    verdicts.map(({ turn: { owner }, dueAt }) => ({
      owner,
      dueAt,
      notifiedAt: sent.has(owner) ? now : null,
    })),
    now,
  )
  const news = changed.filter(({ raisedAt }) => raisedAt?.getTime() === now.getTime())
  if (news.length > 0) await alertStore(sql).forgetOldest([...new Set(news.map(({ owner }) => owner))])
  for (const { cause } of news) raised.inc({ cause })
}

/** Divides owners by how many alerts they have, so that those with many are judged with few others. */
async function partsOf(sql: Sql, turns: readonly Turn[], now: Date): Promise<Turn[][]> {
  const owners = turns.map(({ owner }) => owner)
  const counts = await alertStore(sql).countRecent(owners, now)
  const parts: Turn[][] = []
  let room = 0
  for (const turn of turns) {
    const count = counts.get(turn.owner) ?? 0
    const last = parts.at(-1)
    if (last && count <= room) last.push(turn)
    else {
      parts.push([turn])
      room = ALERTS_AT_ONCE
    }
    room -= count
  }
  return parts
}

/**
 * Judges the alerts of owners that are due; resolves to true if there may be more. An owner whose alerts cannot be judged
 * does not keep others from theirs. Must be called in a transaction.
 */
export async function judgeDue(
  sql: Sql,
  scene: Scene,
  onFault: OnFault<string> = failPart,
): Promise<boolean> {
  const { now } = scene
  const more = await turnStore(sql).wake(now)
  const turns = await turnStore(sql).take(now, new Date(now.getTime() - PAUSE_MS), AT_ONCE)
  await inIsolation(
    sql,
    turns,
    async (some) => {
      for (const part of await partsOf(sql, some, now)) await judgeTurns(sql, part, scene)
    },
    async ({ owner }, error) => {
      onFault(owner, error)
      const dueAt = new Date(now.getTime() + AFTER_FAULT_MS)
      await turnStore(sql).done([{ owner, dueAt, notifiedAt: null }], now)
    },
  )
  return more || turns.length >= AT_ONCE / 2
}

/** The codes of messages that these alerts are about. */
const codesOf = (alerts: readonly AlertKey[]) =>
  alerts.filter(({ cause, subject }) => causeOf(subject) === cause).map(({ subject }) => subject)

async function judgeTurns(sql: Sql, turns: readonly Turn[], scene: Scene): Promise<void> {
  const { now } = scene
  const owners = turns.map(({ owner }) => owner)
  const read = factStore(sql)
  const systems = await read.systems(owners)
  const ids = systems.map(({ id }) => id)
  const lastLooks = new Map(turns.map(({ owner, judgedAt }) => [owner, judgedAt ?? now]))
  const lastLook = [...lastLooks.values()].reduce((first, at) => (at < first ? at : first), now)
  const alerts = Map.groupBy(await alertStore(sql).recent(owners, now), ({ owner }) => owner)
  const watched = systems.map(({ id, owner }) => ({
    ...{ id, judgedAt: lastLooks.get(owner) ?? now },
    alerted: codesOf((alerts.get(owner) ?? []).filter(({ system }) => system === id)),
  }))
  const episodes = Map.groupBy(await read.episodes(watched), ({ system }) => system)
  const updates = Map.groupBy(await read.updates(ids, now), ({ system }) => system)
  const claims = Map.groupBy(await read.claims(ids), ({ system }) => system)
  const seenSince = new Date(lastLook.getTime() - FLICKER_MS)
  const rules = Map.groupBy(await ruleStore(sql).seen(ids, seenSince), ({ system }) => system)
  const outlooks = Map.groupBy(await outlookStore(sql).current(ids, now), ({ system }) => system)
  const findings = Map.groupBy(await read.findings(ids, lastLook), ({ system }) => system)
  const events = Map.groupBy(await read.takeEvents(owners), ({ owner }) => owner)
  const settings = Map.groupBy(await settingStore(sql).of(owners), ({ owner }) => owner)
  const browsers = Map.groupBy(await subscriptionStore(sql).lock(owners), ({ owner }) => owner)
  const bySystem = Map.groupBy(systems, ({ owner }) => owner)
  const verdicts = await openSlices().map(turns, (turn) =>
    judgeOwner(
      {
        turn,
        facts: (bySystem.get(turn.owner) ?? []).map((system) => ({
          system,
          episodes: episodes.get(system.id) ?? [],
          updates: updates.get(system.id) ?? [],
          claims: claims.get(system.id) ?? [],
          rules: rules.get(system.id) ?? [],
          outlooks: outlooks.get(system.id) ?? [],
          findings: findings.get(system.id) ?? [],
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
