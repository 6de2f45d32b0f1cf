import { freshness, type LiveSystem } from '@kellersonne/core/live/live'
import { byGravity, isOpen, type Message, stopsUnit } from '@kellersonne/core/messages/messages'
import { batteryFlow } from '@kellersonne/core/units/power'

/** What a battery is doing, in one word. never: it has never reported. silent: it has gone offline. */
export type Doing =
  | 'never'
  | 'silent'
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
  const [gravest] = messages.filter((m) => stopsUnit(m) && isOpen(m.code)).toSorted(byGravity)
  return gravest ?? null
}

/** Statuses that say more than the power does. */
const ownWords: Readonly<Record<string, Doing>> = {
  calibrating: 'calibrates',
  float: 'floats',
}
const restWords: Readonly<Record<string, Doing>> = { full: 'full', empty: 'empty' }

function working({ powers, batteryStatus }: LiveSystem): Doing {
  const said = batteryStatus ?? ''
  const own = ownWords[said]
  if (own) return own
  if (powers.battery === null) return restWords[said] ?? 'unknown'
  const flow = batteryFlow(powers.battery)
  return flow === 'idle' ? (restWords[said] ?? 'idle') : flow
}

/** What a battery is doing at `now`, derived from all its values. */
export function doingOf(system: LiveSystem, now: Date): Doing {
  if (system.lastOnline === null) return 'never'
  if (freshness(system, now) === 'stale') return 'silent'
  if (system.status === 'off') return 'off'
  if (stopOf(system)) return 'stopped'
  if (has(system, 'wait60')) return 'waits'
  if (has(system, 'sm_test')) return 'tests'
  return system.status === 'standby' ? 'standby' : working(system)
}

/** True if the battery is not in operation. */
const isAtRest = (doing: Doing) =>
  doing === 'never' || doing === 'silent' || doing === 'off' || doing === 'stopped'

/** True if its powers and voltage are current. */
export const isHeard = (doing: Doing) => doing !== 'never' && doing !== 'silent'

/** The look of a gauge: grey for an inactive unit or old data, pulsing while charging. */
export function gaugeOf(doing: Doing): 'on' | 'off' | 'charging' {
  if (isAtRest(doing)) return 'off'
  return doing === 'charges' || doing === 'calibrates' || doing === 'floats' ? 'charging' : 'on'
}
