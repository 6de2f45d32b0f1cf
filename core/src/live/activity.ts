import { bySeverity, isOpen, type Message, stopsUnit } from '../messages/messages.ts'
import { freshness } from '../telemetry/freshness.ts'
import { batteryFlow } from '../units/power.ts'
import type { LiveSystem } from './live.ts'

/** What a battery is doing, in one word. never: it has never reported. silent: it has gone offline. awaitsUpdate: switched off for it. */
export type Activity =
  | 'never'
  | 'silent'
  | 'updating'
  | 'awaitsUpdate'
  | 'off'
  | 'stopped'
  | 'waits'
  | 'tests'
  | 'standby'
  | 'calibrates'
  | 'floats'
  | 'charges'
  | 'discharges'
  | 'full'
  | 'empty'
  | 'idle'
  | 'unknown'

const has = ({ messages }: LiveSystem, code: string) => messages.some((message) => message.code === code)

/** The most severe message that keeps a battery from working; null if there is none, apart from its waiting time. */
export function stopOf({ messages }: Pick<LiveSystem, 'messages'>): Message | null {
  const [gravest] = messages.filter((m) => stopsUnit(m) && isOpen(m.code)).toSorted(bySeverity)
  return gravest ?? null
}

/** Statuses that say more than the power does. */
const ownActivities = new Map<string, Activity>([
  ['calibrating', 'calibrates'],
  ['float', 'floats'],
])
/** Words for the status of a battery that works. */
const workingStatuses = new Set(['charging', 'discharging', 'idle', 'full', 'empty', 'float', 'calibrating'])
/** True unless a unit reports a status of its battery that is unknown, or not one of work. */
export const isKnownToWork = ({ batteryStatus }: Pick<LiveSystem, 'batteryStatus'>) =>
  batteryStatus === null || workingStatuses.has(batteryStatus)

const restingActivities = new Map<string, Activity>([
  ['full', 'full'],
  ['empty', 'empty'],
])

function working(system: LiveSystem): Activity {
  const { powers, batteryStatus } = system
  const status = batteryStatus ?? ''
  const own = ownActivities.get(status)
  if (own) return own
  if (powers.battery === null) return restingActivities.get(status) ?? 'unknown'
  const flow = batteryFlow(powers.battery)
  if (flow !== 'idle') return flow
  return restingActivities.get(status) ?? (isKnownToWork(system) ? 'idle' : 'unknown')
}

type Reported = Pick<LiveSystem, 'status' | 'batteryStatus' | 'powers'>
const isAtRest = ({ status }: Reported) => status === 'off' || status === 'standby'
const isActive = ({ powers: { battery } }: Reported) => battery !== null && batteryFlow(battery) !== 'idle'
/** True if the unit reports that its battery rests, and its power shows that it does not. */
export const contradictsItself = (system: Reported) => isAtRest(system) && isActive(system)

/** True if its powers and voltage are current. */
export const isOnline = (system: LiveSystem, now: Date) => freshness(system, now) !== 'stale'

/** What a battery is doing at `now`, derived from all its values. */
export function activityOf(system: LiveSystem, now: Date): Activity {
  // A unit that installs an update is switched off, and offline for a while: that is part of it.
  if (system.update.isStarted) return 'updating'
  const online = isOnline(system, now)
  // Powers from before it was switched off contradict nothing.
  const rests = !online || !contradictsItself(system)
  if (system.update.isWaiting && system.status === 'off' && rests) return 'awaitsUpdate'
  if (!online) return system.lastOnline === null ? 'never' : 'silent'
  if (system.status === 'off' && rests) return 'off'
  if (stopOf(system)) return 'stopped'
  if (has(system, 'wait60')) return 'waits'
  if (has(system, 'sm_test')) return 'tests'
  return system.status === 'standby' && rests ? 'standby' : working(system)
}
