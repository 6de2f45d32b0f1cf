import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Quarters } from '../health/read-battery.ts'

/** Returns the quarters that are over, none of them excused. */
export function watchedOf(battery: Quarters, now: Date): WatchedQuarters {
  const over = Math.max(0, Math.floor((now.getTime() - battery.start) / QUARTER_MS))
  const cut = (column: Float64Array) => column.subarray(0, over)
  return {
    start: battery.start,
    ...{ soc: cut(battery.soc), lowest: cut(battery.lowest) },
    ...{ charge: cut(battery.charge), discharge: cut(battery.discharge) },
    ...{ pv: cut(battery.pv), import: cut(battery.import), feedIn: cut(battery.feedIn) },
    excused: new Uint8Array(Math.min(over, battery.soc.length)),
  }
}
