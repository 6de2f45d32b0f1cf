import type { Activity } from '@kellersonne/core/live/activity'

/** True if the battery is not in operation. */
const isAtRest = (doing: Activity) =>
  doing === 'never' || doing === 'silent' || doing === 'off' || doing === 'standby' || doing === 'stopped'

/** The look of a gauge: grey for an inactive unit or old data, pulsing while charging. */
export function gaugeOf(doing: Activity): 'on' | 'off' | 'charging' {
  if (isAtRest(doing)) return 'off'
  return doing === 'charges' || doing === 'calibrates' || doing === 'floats' ? 'charging' : 'on'
}
