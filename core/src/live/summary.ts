import { attributeFlows, flowing } from '../energy/flows.ts'
import type { SerialNumber, TOTAL } from '../systems/systems.ts'
import { freshness } from '../telemetry/freshness.ts'
import { type BatteryFlow, batteryFlow, gridFlow, type Powers } from '../units/power.ts'
import type { Percent } from '../units/units.ts'
import { activityOf } from './activity.ts'
import { type Condition, sharedCondition } from './conditions.ts'
import type { LiveSystem } from './live.ts'
import { type Doing, doingOf, type Sentence, sentenceOf } from './sentence.ts'
import { type StatusLine, statusOf } from './status-line.ts'
import type { SteadySystems } from './steady.ts'

/** The one line below the sentence; `systems` are those it is about, `others` the rest, as far as their batteries do what the total does. */
type Subline =
  | { readonly name: 'surplusFedIn' | 'gridHelpsOut' | 'batteryFedIn' }
  | {
      readonly name: 'othersCharge' | 'othersDeliver'
      readonly others: readonly LiveSystem[]
      readonly fedIn: boolean
    }
  | {
      readonly name: 'empty'
      readonly systems: readonly LiveSystem[]
      readonly others: readonly LiveSystem[]
    }
  | null

/** Summary of an owner's systems, or of the selected one. */
export type LiveSummary = {
  /** True if none of the systems reports. */
  readonly offline: boolean
  /** A condition if all share one. */
  readonly sentence: Sentence | Condition
  readonly doing: Doing
  /** Systems whose activity is unknown. Statements about the total leave them out. */
  readonly missing: readonly LiveSystem[]
  /** Systems that a message keeps from charging and discharging, as far as their power does not show the contrary. */
  readonly stopped: readonly LiveSystem[]
  /** What those would do if they were not stopped. */
  readonly battery: BatteryFlow
  readonly subline: Subline
  readonly status: StatusLine
}

const EMPTY_PERCENT = 5
const isEmpty = (soc: Percent | null) => soc !== null && soc <= EMPTY_PERCENT

const NOT_KNOWN: Powers = { grid: null, pv: null, battery: null }

const areKnown = (powers: Powers | undefined) => powers !== undefined && attributeFlows(powers) !== null

const isWorking = (powers: Powers | undefined) =>
  powers !== undefined && powers.battery !== null && batteryFlow(powers.battery) !== 'idle'

/** Judges the selected systems, at least one, at `now`. `which`: the one of them, or `TOTAL`. */
export function summarize(
  systems: readonly LiveSystem[],
  which: SerialNumber | typeof TOTAL,
  steady: SteadySystems,
  now: Date,
): LiveSummary {
  const online = systems.filter((system) => freshness(system, now) !== 'stale')
  const offline = online.length === 0
  const stopped = online.filter(
    (system) => activityOf(system, now) === 'stopped' && !isWorking(steady.get(system.sn)?.powers),
  )
  const powers = offline ? NOT_KNOWN : (steady.get(which)?.powers ?? NOT_KNOWN)
  const doing = doingOf(online, powers, steady, now)
  const missing = systems.filter(
    (system) => !online.includes(system) || !areKnown(steady.get(system.sn)?.powers),
  )
  const shared = sharedCondition(systems, now)
  return {
    offline,
    sentence: shared ?? sentenceOf(doing),
    doing,
    missing,
    stopped,
    battery: powers.battery === null ? 'idle' : batteryFlow(powers.battery),
    subline: shared === null ? sublineOf(online, { stopped, missing }, steady, doing) : null,
    status: statusOf(systems, now),
  }
}

function sublineOf(
  online: readonly LiveSystem[],
  { stopped, missing }: Pick<LiveSummary, 'stopped' | 'missing'>,
  steady: SteadySystems,
  { powers, flows }: Doing,
): Subline {
  if (flows === null || powers.battery === null || powers.grid === null) return null
  const battery = batteryFlow(powers.battery)
  const alike = online.filter(({ sn }) => {
    const own = steady.get(sn)?.powers.battery ?? null
    return own !== null && batteryFlow(own) === battery
  })
  const others = alike.filter((system) => !stopped.includes(system))
  const isWhole = missing.length === 0
  const fedIn = isWhole && gridFlow(powers.grid) === 'feeds'
  if (stopped.length > 0 && others.length > 0 && battery !== 'idle')
    return { name: battery === 'charges' ? 'othersCharge' : 'othersDeliver', others, fedIn }
  const empty = online.filter(({ soc }) => isEmpty(soc))
  const delivering = alike.filter((system) => !empty.includes(system))
  if (battery === 'discharges' && empty.length > 0 && delivering.length > 0)
    return { name: 'empty', systems: empty, others: delivering }
  if (!isWhole) return null
  if (flowing(flows.batteryToGrid) && fedIn) return { name: 'batteryFedIn' }
  if (battery === 'charges' && fedIn) return { name: 'surplusFedIn' }
  const bought = gridFlow(powers.grid) === 'draws' && flowing(flows.gridToHouse)
  return flowing(flows.pvToHouse) && battery === 'discharges' && bought ? { name: 'gridHelpsOut' } : null
}
