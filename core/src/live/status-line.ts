import { INTERRUPTED_PERCENT } from '../firmware/chip-update.ts'
import { type Severity, severityOf } from '../messages/messages.ts'
import { canMeasure } from '../systems/capabilities.ts'
import { ageOf, freshness } from '../telemetry/freshness.ts'
import { isKnownToWork } from './activity.ts'
import { type Condition, conditionOf } from './conditions.ts'
import { type LiveSystem, openMessages } from './live.ts'
import { newestMeasurement } from './measured.ts'
import { refusedShare } from './refused.ts'

/** What is wrong or unusual, or that nothing is; of `systems`. */
export type StatusLine =
  /** No values for two minutes or more; `since`: when any of the systems last reported, null if one never has. */
  | { readonly name: 'noData'; readonly since: Date | null; readonly systems: readonly LiveSystem[] }
  /** Systems report, but have measured nothing for some time; `since`: when any of them last did. */
  | { readonly name: 'unmeasured'; readonly since: Date; readonly systems: readonly LiveSystem[] }
  | {
      readonly name: 'open'
      readonly count: number
      readonly severity: Severity
      readonly systems: readonly LiveSystem[]
    }
  | {
      readonly name: Exclude<Condition, 'never' | 'silent'>
      readonly systems: readonly LiveSystem[]
    }
  | {
      /**
       * interrupted: an update has failed. refused: readings of today cannot be right. signs: those of grid and
       * battery don't fit together. incomplete: some values are missing. unknown: the unit reports no state,
       * or one that we don't know. untold: it has not reported all of its messages. unreported: it reports none at all.
       */
      readonly name: 'interrupted' | 'refused' | 'signs' | 'incomplete' | 'unknown' | 'untold' | 'unreported'
      readonly systems: readonly LiveSystem[]
    }
  | { readonly name: 'normal' }

const isOperating = (system: LiveSystem) =>
  (system.status === 'on' || system.status === 'connected') && isKnownToWork(system)
/** True if a system reports every value that it measures. */
function isComplete({ powers, soc, capabilities }: LiveSystem): boolean {
  const values = { grid_w: powers.grid, pv_w: powers.pv, battery_w: powers.battery, soc } as const
  return (['grid_w', 'pv_w', 'battery_w', 'soc'] as const).every(
    (name) => values[name] !== null || !canMeasure(capabilities, name),
  )
}
const reportsMessages = ({ capabilities }: LiveSystem) => capabilities?.messages !== false

/** True if an update explains that nothing is received from a system. */
function isUpdating(system: LiveSystem, now: Date): boolean {
  const condition = conditionOf(system, now)
  return condition === 'updating' || condition === 'awaitsUpdate'
}

/** Conditions in the order in which they are worth a line. */
const ranked = ['updating', 'awaitsUpdate', 'off', 'waits', 'tests', 'calibrates', 'standby'] as const

/**
 * Returns the most important thing to say of `systems` at `now`. Open messages come first, unless no system
 * reports; 'normal' only if every system is known to work.
 */
export function statusOf(systems: readonly LiveSystem[], now: Date): StatusLine {
  const affected = systems.filter(({ messages }) => openMessages(messages).length > 0)
  const lost = systems.filter((system) => freshness(system, now) !== 'fresh' && !isUpdating(system, now))
  const isReporting = systems.some((system) => freshness(system, now) !== 'stale')
  if (affected.length > 0 && isReporting) return openOf(affected)
  const interrupted = systems.filter(({ update }) => update.percent === INTERRUPTED_PERCENT)
  if (interrupted.length > 0) return { name: 'interrupted', systems: interrupted }
  if (lost.length > 0) return { name: 'noData', since: lastReport(lost), systems: lost }
  for (const name of ranked) {
    const found = systems.filter(
      (system) => conditionOf(system, now) === name || (name === 'awaitsUpdate' && system.update.isWaiting),
    )
    if (found.length > 0) return { name, systems: found }
  }
  const unmeasured = unmeasuredOf(systems, now)
  if (unmeasured) return unmeasured
  const refused = systems.filter((system) => refusedShare(system, now) !== null)
  if (refused.length > 0) return { name: 'refused', systems: refused }
  const wrong = systems.filter(({ capabilities }) => capabilities?.signs?.verdict === 'wrong')
  if (wrong.length > 0) return { name: 'signs', systems: wrong }
  const incomplete = systems.filter((system) => !isComplete(system))
  if (incomplete.length > 0) return { name: 'incomplete', systems: incomplete }
  const unknown = systems.filter((system) => !isOperating(system))
  if (unknown.length > 0) return { name: 'unknown', systems: unknown }
  const withoutMessages = systems.filter((system) => reportsMessages(system) && !system.messagesKnown)
  if (withoutMessages.length > 0) return { name: 'untold', systems: withoutMessages }
  const unreported = systems.filter((system) => !reportsMessages(system))
  return unreported.length > 0 ? { name: 'unreported', systems: unreported } : { name: 'normal' }
}

function openOf(systems: readonly LiveSystem[]): StatusLine {
  const open = systems.flatMap(({ messages }) => openMessages(messages))
  const severity = open.some(({ code }) => severityOf(code) === 'danger') ? 'danger' : 'warn'
  return { name: 'open', count: open.length, severity, systems }
}

function unmeasuredOf(all: readonly LiveSystem[], now: Date): StatusLine | null {
  const systems = all.filter((system) => ageOf(newestMeasurement(system), now) !== 'current')
  const times = systems.flatMap((system) => newestMeasurement(system)?.getTime() ?? [])
  return systems.length === 0 ? null : { name: 'unmeasured', since: new Date(Math.max(...times)), systems }
}

/** Returns when any of them last reported; null if one never has. */
function lastReport(offline: readonly LiveSystem[]): Date | null {
  const times = offline.map(({ lastOnline }) => lastOnline?.getTime() ?? null)
  return times.includes(null) ? null : new Date(Math.max(...times.map(Number)))
}
