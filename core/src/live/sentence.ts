import { addFlows, attributeFlows, type Flows, flowing } from '../energy/flows.ts'
import { type BatteryFlow, batteryFlow, gridFlow, type Powers } from '../units/power.ts'
import { watts } from '../units/units.ts'
import { activityOf } from './activity.ts'
import type { LiveSystem } from './live.ts'
import type { SteadySystems } from './steady.ts'

/** What happens now, as the one sentence an owner reads first. The portal holds the texts. */
export type Sentence =
  | 'sunAndCharge'
  | 'sunAndFeedIn'
  | 'sun'
  | 'sunAndBattery'
  | 'sunAndGrid'
  | 'battery'
  | 'batteryAndGrid'
  | 'gridAndCharge'
  | 'gridAndFloat'
  | 'grid'
  | 'quiet'
  | 'unknown'

/** What several systems do together: their powers, the sums of their own flows, and whether they float. */
export type Doing = {
  /** With steady directions. */
  readonly powers: Powers
  /** null = not known of any. */
  readonly flows: Flows | null
  /** True if every battery that charges is kept from running empty by a little grid power, by its own account. */
  readonly floats: boolean
}

/** Returns the sentence that fits. The grid's direction is that of all together: phases balance at the meter. */
export function sentenceOf({ powers: { grid, pv, battery }, flows, floats }: Doing): Sentence {
  if (flows === null || grid === null || pv === null || battery === null) return 'unknown'
  const flow = batteryFlow(battery)
  const bought = gridFlow(grid) === 'draws' && flowing(flows.gridToHouse)
  if (flowing(pv)) return sunny(flows, flow, bought)
  if (flow === 'discharges') return bought ? 'batteryAndGrid' : 'battery'
  if (flowing(flows.gridToBattery)) return floats ? 'gridAndFloat' : 'gridAndCharge'
  return bought ? 'grid' : 'quiet'
}

function sunny(flows: Flows, battery: BatteryFlow, bought: boolean): Sentence {
  if (battery === 'discharges' && flowing(flows.batteryToHouse)) return 'sunAndBattery'
  if (bought) return 'sunAndGrid'
  if (battery === 'charges') return 'sunAndCharge'
  return flowing(flows.pvToGrid) ? 'sunAndFeedIn' : 'sun'
}

/** Returns what `systems`, whose powers together are `powers`, do at `now`. */
export function doingOf(
  systems: readonly LiveSystem[],
  powers: Powers,
  steady: SteadySystems,
  now: Date,
): Doing {
  const own = systems.flatMap(({ sn }) => {
    const of = steady.get(sn)
    return (of && attributeFlows(of.powers)) ?? []
  })
  const charging = systems.filter(({ sn }) => {
    const battery = steady.get(sn)?.powers.battery ?? null
    return battery !== null && batteryFlow(battery) === 'charges'
  })
  const [first, ...others] = own
  return {
    powers,
    flows: first ? others.reduce((a, b) => addFlows(a, b, watts), first) : null,
    floats: charging.length > 0 && charging.every((system) => activityOf(system, now) === 'floats'),
  }
}
