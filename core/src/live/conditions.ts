import { activityOf } from './activity.ts'
import type { LiveSystem } from './live.ts'

/** What a system does in place of its usual work. never: it has never reported. silent: it has gone offline. awaitsUpdate: switched off for it. */
export const conditions = [
  'never',
  'silent',
  'updating',
  'awaitsUpdate',
  'off',
  'standby',
  'calibrates',
  'waits',
  'tests',
] as const
export type Condition = (typeof conditions)[number]

/** Returns the condition of a system at `now`; null while it works as usual, or a message stops it. */
export function conditionOf(system: LiveSystem, now: Date): Condition | null {
  const doing = activityOf(system, now)
  // Nobody switches a unit on without its saying so.
  if (doing === 'silent' && system.status === 'off') return 'off'
  return conditions.find((condition) => condition === doing) ?? null
}

/** Returns the condition that all systems share; null if they don't, or work as usual. */
export function sharedCondition(systems: readonly LiveSystem[], now: Date): Condition | null {
  const found = new Set(systems.map((system) => conditionOf(system, now)))
  const [first = null] = found
  if (found.size === 1) return first
  return [...found].every((one) => one === 'never' || one === 'silent') ? 'silent' : null
}
