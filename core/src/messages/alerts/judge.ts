import {
  type Alert,
  type AlertKey,
  dueNotice,
  type NoticeKind,
  nextStep,
  notified,
  observe,
  type Sight,
  settle,
} from './alert.ts'
import { alertRules } from './causes.ts'
import { type Hold, heldBack, type Reader } from './hold.ts'
import { OUTAGE_WAIT_MS } from './outage.ts'
import { quietAt, RESOLVED } from './quiet.ts'

/** An alert after it was judged: what is announced of it now, or what holds that back. */
export type Judged = {
  readonly alert: Alert
  readonly notice: NoticeKind | null
  readonly hold: Hold | null
}

type Scene = {
  readonly now: Date
  readonly reader: Reader
  /** Whether a large part of the fleet, or of a system's region, is silent. */
  readonly outage: (system: number | null) => boolean
  /** The owner is not notified of what began earlier: there were no alerts yet. */
  readonly watchedFrom: Date | null
}

export const keyOf = ({ system, cause, subject }: AlertKey) => `${system ?? ''} ${cause} ${subject}`

function followed(alert: Alert | null, sight: Sight | null, { now, outage, watchedFrom }: Scene) {
  const seen = observe(alert, sight, now)
  if (seen === null) return null
  const waitMs =
    seen.cause === 'silent' && outage(seen.system) ? OUTAGE_WAIT_MS : alertRules[seen.cause].waitMs
  const settled = settle(seen, waitMs, now)
  const isOld = watchedFrom !== null && settled.begunAt < watchedFrom && settled.rounds === 1
  const next = isOld && alert?.raisedAt == null ? { ...settled, mutedUntil: RESOLVED } : settled
  return { alert: next, step: nextStep(next, waitMs) }
}

const earliest = (times: readonly (Date | null | undefined)[], now: Date) =>
  times
    .filter((at) => at != null)
    .filter((at) => at > now)
    .reduce<Date | null>((first, at) => (first && first < at ? first : at), null)

/**
 * Judges all of an owner's alerts by what is seen now: which there are, what is announced now, and when to look again if nothing
 * happens. An alert that is missing in the result never was one. Doing it twice is the same as doing it once.
 */
export function judgeAlerts(
  known: readonly Alert[],
  sights: readonly Sight[],
  scene: Scene,
): { readonly judged: readonly Judged[]; readonly nextAt: Date | null } {
  const { now, reader } = scene
  const alerts = new Map(known.map((one) => [keyOf(one), one]))
  const seen = new Map(sights.map((one) => [keyOf(one), one]))
  const all = [...new Set([...alerts.keys(), ...seen.keys()])].flatMap(
    (key) => followed(alerts.get(key) ?? null, seen.get(key) ?? null, scene) ?? [],
  )
  const silent = new Set(
    all.flatMap(({ alert }) =>
      alert.cause === 'silent' && alert.raisedAt !== null && alert.activeSince !== null ? [alert.system] : [],
    ),
  )
  const quietIn = quietAt(now)
  const held = all.map(({ alert, step }) => {
    const notice = dueNotice(alert)
    const isSilent = silent.has(alert.system)
    const hold = notice && heldBack(alert, notice, { reader, silent: isSilent, now, quietIn })
    return { alert, step, notice, hold }
  })
  // One mail for all: what only waits for the next one goes along.
  const goes = held.some(({ notice, hold }) => notice !== null && hold === null)
  const judged = held.map(({ alert, notice, hold }): Judged => {
    if (notice === null || (hold && !(goes && hold.hold === 'interval')))
      return { alert, notice: null, hold: hold?.hold ?? null }
    return { alert: notified(alert, notice, now), notice, hold: null }
  })
  return {
    judged,
    nextAt: earliest(
      held.flatMap(({ step, hold }) => [step, hold?.until]),
      now,
    ),
  }
}
