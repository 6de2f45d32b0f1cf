import { FLICKER_MS } from '../episodes.ts'
import { type AlertCause, alertRules } from './causes.ts'
import { RESOLVED } from './quiet.ts'

/** What an alert is about: a cause at one of the owner's systems, or at none; `subject` distinguishes it from others of that cause. */
export type AlertKey = {
  /** null: the account. */
  readonly system: number | null
  readonly cause: AlertCause
  /** A message's code, or the id of an update or session; '' if there is only one. */
  readonly subject: string
}

/** A cause as it is seen now. `until`: when it ended; null = it lasts. `count`: how often it came since. */
export type Sight = AlertKey & {
  readonly since: Date
  readonly until: Date | null
  readonly count: number
}

/** An alert of one owner: of a cause, however often it comes and goes within a day. */
export type Alert = AlertKey & {
  /** When its cause came for the first time; an event: when it happened last. */
  readonly begunAt: Date
  /** Active since then, without a break that was noticed; null = not active at the moment. */
  readonly activeSince: Date | null
  /** How often the cause has come. */
  readonly count: number
  /** When its waiting time was over, so that it became an alert; null = it still waits. */
  readonly raisedAt: Date | null
  readonly endedAt: Date | null
  /** When its end was believed; a cause that returns within a day continues the alert. */
  readonly overAt: Date | null
  /** How often it became an alert anew. */
  readonly rounds: number
  /** When the owner was notified of its beginning, and of its end. */
  readonly notifiedAt: Date | null
  readonly endNotifiedAt: Date | null
  /** No notice is sent until then. */
  readonly mutedUntil: Date | null
}

/** So often a cause comes within its waiting times, or is an alert anew within a day, until it is announced as coming and going. */
const WAVERS = 5
const ROUNDS = 3
/** For so long after its end an alert continues if its cause returns. */
export const SERIES_MS = 24 * 3_600_000

/** True if a cause keeps coming and going. */
export const isWavering = ({ cause, count, rounds, raisedAt }: Alert) =>
  !alertRules[cause].event && (rounds >= ROUNDS || (rounds === 0 && raisedAt === null && count >= WAVERS))

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** How long a cause must be gone before its end is believed. */
const calmMs = (alert: Alert) => (alert.rounds >= ROUNDS ? SERIES_MS : FLICKER_MS)

const isMutedForNow = ({ mutedUntil }: Alert) => mutedUntil?.getTime() === RESOLVED.getTime()

/** True if the owner is to be notified of its end. */
const owesEnd = (alert: Alert) =>
  alert.notifiedAt !== null &&
  alert.endNotifiedAt === null &&
  alertRules[alert.cause].ends &&
  !isMutedForNow(alert)

/** True until its waiting time is over, for the first time or, after its end, anew. */
const isWaiting = ({ raisedAt, overAt }: Alert) => raisedAt === null || overAt !== null

/** Since when a cause has lasted; of one that has come several times, the last time is not stated. */
function openSince(alert: Alert | null, { cause, since, count }: Sight, now: Date): Date {
  if (count === 1 || alertRules[cause].event) return since
  return alert !== null && alert.count === count ? (alert.activeSince ?? now) : now
}

function begin(sight: Sight, now: Date): Alert | null {
  const { system, cause, subject, since, until, count } = sight
  if (until !== null && count < WAVERS) return null
  return {
    ...{ system, cause, subject, begunAt: since, count, endedAt: until },
    activeSince: until === null ? openSince(null, sight, now) : null,
    ...{ raisedAt: null, overAt: null, rounds: 0, notifiedAt: null, endNotifiedAt: null, mutedUntil: null },
  }
}

function end(alert: Alert, sight: Sight | null, now: Date): Alert | null {
  const heals = alert.raisedAt === null && (sight === null || sight.count < WAVERS)
  if (heals) return null
  const gone = { ...alert, activeSince: null, count: sight?.count ?? alert.count }
  // Once it is over, a cause that heals before its waiting time changes nothing but when its end can be announced.
  if (alert.overAt !== null && !owesEnd(alert)) return gone
  const endedAt = sight?.until ?? (alert.activeSince === null ? alert.endedAt : now)
  const isSame = endedAt?.getTime() === alert.endedAt?.getTime()
  return { ...gone, endedAt, overAt: isSame ? alert.overAt : null }
}

/** An event that has happened again is raised anew. */
function repeat(alert: Alert, sight: Sight | null, now: Date): Alert {
  if (sight === null || sight.count <= alert.count) return alert
  const { since, count } = sight
  const last = { ...alert, begunAt: since, activeSince: since, count }
  return alert.raisedAt === null ? last : { ...last, raisedAt: now, overAt: now }
}

/**
 * Returns an alert (null: none) after a look at its cause, which is not there (null), lasts or has just ended. What ends
 * before its waiting time is over leaves no alert. An event stays as it is until it happens again.
 */
export function observe(alert: Alert | null, sight: Sight | null, now: Date): Alert | null {
  if (alert === null) return sight && begin(sight, now)
  if (alertRules[alert.cause].event) return repeat(alert, sight, now)
  if (sight === null || sight.until !== null) return end(alert, sight, now)
  return { ...alert, activeSince: openSince(alert, sight, now), count: sight.count }
}

/** Returns when something happens to an alert by itself: it is raised, or its end is believed; null = nothing will. */
export function nextStep(alert: Alert, waitMs: number): Date | null {
  const { activeSince, endedAt, begunAt } = alert
  if (alertRules[alert.cause].event && alert.raisedAt !== null) return null
  if (!isWaiting(alert))
    return activeSince === null && endedAt !== null ? after(endedAt, calmMs(alert)) : null
  if (isWavering(alert) && alert.raisedAt === null) return after(begunAt, waitMs)
  return activeSince === null ? null : after(activeSince, waitMs)
}

function raise(alert: Alert, now: Date): Alert {
  const rounds = isWavering(alert) ? Math.max(alert.rounds + 1, ROUNDS) : alert.rounds + 1
  const overAt = alertRules[alert.cause].event ? now : null
  if (owesEnd(alert)) return { ...alert, rounds, overAt }
  const mutedUntil = alert.overAt !== null && isMutedForNow(alert) ? null : alert.mutedUntil
  return { ...alert, rounds, overAt, raisedAt: now, notifiedAt: null, endNotifiedAt: null, mutedUntil }
}

/** Takes the step that is due, if one is. */
export function settle(alert: Alert, waitMs: number, now: Date): Alert {
  const due = nextStep(alert, waitMs)
  if (due === null || due > now) return alert
  return isWaiting(alert) ? raise(alert, now) : { ...alert, overAt: now }
}

/** What a notice announces: that the cause of an alert lasts, keeps coming and going, or is over. */
export const notices = ['begun', 'wavering', 'ended'] as const
export type NoticeKind = (typeof notices)[number]

/** Returns what is to be announced of an alert now, if nothing holds it back; null = nothing. */
export function dueNotice(alert: Alert): NoticeKind | null {
  const { cause, raisedAt, overAt, notifiedAt, activeSince } = alert
  if (raisedAt === null) return null
  if (alertRules[cause].event) return notifiedAt === null || notifiedAt < raisedAt ? 'begun' : null
  if (overAt !== null) return owesEnd(alert) && activeSince === null ? 'ended' : null
  if (notifiedAt !== null) return null
  if (isWavering(alert)) return 'wavering'
  return activeSince === null ? null : 'begun'
}

/** Returns an alert once a notice of it is on its way. */
export const notified = (alert: Alert, notice: NoticeKind, now: Date): Alert =>
  notice === 'ended' ? { ...alert, endNotifiedAt: now } : { ...alert, notifiedAt: now }
