import { freshness, type LiveSystem } from '@kellersonne/core/live/live'
import { byGravity, isOpen, type Message, stopsUnit } from '@kellersonne/core/messages/messages'
import { batteryFlow } from '@kellersonne/core/units/power'

/** What a battery does, in one word. never: it has not spoken yet. silent: it speaks no more. */
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

/** The gravest of what keeps a battery from working; null where nothing does but the time it waits for. */
export function stopOf({ messages }: Pick<LiveSystem, 'messages'>): Message | null {
  const [gravest] = messages.filter((m) => stopsUnit(m) && isOpen(m.code)).toSorted(byGravity)
  return gravest ?? null
}

/** What a unit calls its own state, where it says more than its power does. */
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

/** What a battery does at `now`, by all that is known of it. */
export function doingOf(system: LiveSystem, now: Date): Doing {
  if (system.lastOnline === null) return 'never'
  if (freshness(system, now) === 'stale') return 'silent'
  if (system.status === 'off') return 'off'
  if (stopOf(system)) return 'stopped'
  if (has(system, 'wait60')) return 'waits'
  if (has(system, 'sm_test')) return 'tests'
  return system.status === 'standby' ? 'standby' : working(system)
}

/** Whether what it does is nothing that a battery at work does. */
const isAtRest = (doing: Doing) =>
  doing === 'never' || doing === 'silent' || doing === 'off' || doing === 'stopped'

/** Whether its powers and voltage are of now. */
export const isHeard = (doing: Doing) => doing !== 'never' && doing !== 'silent'

/** How a gauge looks: grey for what stands still or is old, breathing for what is charged. */
export function gaugeOf(doing: Doing): 'on' | 'off' | 'charging' {
  if (isAtRest(doing)) return 'off'
  return doing === 'charges' || doing === 'calibrates' || doing === 'floats' ? 'charging' : 'on'
}
