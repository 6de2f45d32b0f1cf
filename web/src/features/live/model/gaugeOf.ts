import type { Activity } from '@kellersonne/core/live/activity'

const resting: readonly Activity[] = [
  ...(['never', 'silent', 'updating', 'awaitsUpdate', 'off', 'standby', 'stopped'] as const),
]
/** True if the battery is not in operation. */
const isAtRest = (doing: Activity) => resting.includes(doing)

/** The look of a gauge: grey for an inactive unit or old data, pulsing while charging. */
export function gaugeOf(doing: Activity): 'on' | 'off' | 'charging' {
  if (isAtRest(doing)) return 'off'
  return doing === 'charges' || doing === 'calibrates' || doing === 'floats' ? 'charging' : 'on'
}
