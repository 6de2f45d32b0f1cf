import { isUnderWay } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'

/** The systems whose update can be started, and how many chips of theirs it would update. */
export function updatesOf(chosen: readonly LiveSystem[]) {
  const systems = chosen.filter(({ update }) => update.isNew && !isUnderWay(update))
  const chips = systems.flatMap(({ update }) => update.chips.filter(({ pending }) => pending)).length
  return { systems, chips }
}
