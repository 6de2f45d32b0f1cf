import type { Message } from '../messages/messages.ts'
import type { SerialNumber } from '../systems/systems.ts'
import { freshness } from '../telemetry/freshness.ts'
import { mean, type Quantity, sum } from '../units/units.ts'
import type { LiveSystem, LiveValues, MeasuredAt } from './live.ts'
import { oldestOf } from './measured.ts'

/** How values of several systems make one (ENT-05). `weighted`: a mean by capacity, if all are known. */
export type TotalRule = 'sum' | 'mean' | 'weighted'
type Value<Unit extends string> = {
  readonly of: (values: LiveValues) => Quantity<Unit> | null
  readonly rule: TotalRule
  /** Holds for the day: remains valid after a system has gone offline. */
  readonly daily: boolean
}
const value = <Unit extends string>(
  of: Value<Unit>['of'],
  rule: TotalRule = 'sum',
  { daily = false } = {},
): Value<Unit> => ({ of, rule, daily })
const daily = <Unit extends string>(of: Value<Unit>['of']) => value(of, 'sum', { daily: true })

/** How each value is read from a system, and how several make a total. */
export const totals = {
  voltage: value((values) => values.gridVoltage, 'mean'),
  grid: value(({ powers }) => powers.grid),
  pv: value(({ powers }) => powers.pv),
  battery: value(({ powers }) => powers.battery),
  soc: value(({ soc }) => soc, 'weighted'),
  output: value(({ output }) => output),
  capacity: value(({ capacity }) => capacity),
  pvEnergy: daily(({ today }) => today.pv),
  imported: daily(({ today }) => today.import),
  fedIn: daily(({ today }) => today.feedIn),
  charged: daily(({ today }) => today.charge),
  discharged: daily(({ today }) => today.discharge),
  energyForecast: daily(({ forecast }) => forecast.energy),
  loadForecast: daily(({ forecast }) => forecast.load),
  pvPeak: daily(({ pvPeak }) => pvPeak),
} as const
export type TotalName = keyof typeof totals

type TotalMessage = Message & { readonly sn: SerialNumber }

/** All of an owner's systems combined (ENT-05). `excluded` lists those too stale to be counted. */
export type LiveTotal = LiveValues & {
  readonly messages: readonly TotalMessage[]
  readonly excluded: readonly LiveSystem[]
}

/** Returns the capacities that weight states of charge; null if one is unknown: all weigh the same then. */
function capacityWeights(systems: readonly LiveSystem[]): readonly number[] | null {
  const known = systems.map(({ capacity }) => capacity).filter((capacity) => capacity !== null)
  return known.length === systems.length ? known : null
}

/** Returns the rule by which these systems' values really make a total: weights that are all the same make a mean. */
export function ruleOf(name: TotalName, counted: readonly LiveSystem[]): TotalRule {
  const { rule } = totals[name]
  if (rule !== 'weighted') return rule
  const weights = capacityWeights(counted) ?? []
  return weights.some((weight) => weight !== weights[0]) ? 'weighted' : 'mean'
}

/** Returns when a system's known values were measured: what is unknown does not count towards a total. */
const knownTimes = ({ measuredAt, gridVoltage, powers, soc, output }: LiveSystem): MeasuredAt => ({
  gridVoltage: gridVoltage === null ? null : measuredAt.gridVoltage,
  grid: powers.grid === null ? null : measuredAt.grid,
  pv: powers.pv === null ? null : measuredAt.pv,
  battery: powers.battery === null ? null : measuredAt.battery,
  soc: soc === null ? null : measuredAt.soc,
  output: output === null ? null : measuredAt.output,
})

/**
 * Combines systems by `totals`; messages are the union; last online is the oldest. Live values exclude stale systems,
 * unless all are stale; those of the day include them.
 */
export function total(systems: readonly LiveSystem[], now: Date): LiveTotal {
  const online = systems.filter((s) => freshness(s, now) !== 'stale')
  const counted = online.length > 0 ? online : systems
  const weights = capacityWeights(counted) ?? undefined
  function combined<Unit extends string>({ of, rule, daily: isDaily }: Value<Unit>): Quantity<Unit> | null {
    const values = (isDaily ? systems : counted).map(of)
    return rule === 'sum' ? sum(values) : mean(values, rule === 'weighted' ? weights : undefined)
  }
  const oldest = systems.map((s) => s.lastOnline?.getTime() ?? null)
  return {
    gridVoltage: combined(totals.voltage),
    powers: {
      grid: combined(totals.grid),
      pv: combined(totals.pv),
      battery: combined(totals.battery),
    },
    soc: combined(totals.soc),
    output: combined(totals.output),
    measuredAt: oldestOf(counted.map(knownTimes)),
    today: {
      pv: combined(totals.pvEnergy),
      import: combined(totals.imported),
      feedIn: combined(totals.fedIn),
      charge: combined(totals.charged),
      discharge: combined(totals.discharged),
    },
    forecast: { energy: combined(totals.energyForecast), load: combined(totals.loadForecast) },
    pvPeak: combined(totals.pvPeak),
    capacity: combined(totals.capacity),
    lastOnline: oldest.some((at) => at === null) ? null : new Date(Math.min(...oldest.map(Number))),
    timeZone: systems[0]?.timeZone ?? 'Europe/Berlin',
    messages: systems.flatMap((s) => s.messages.map((m) => ({ ...m, sn: s.sn }))),
    excluded: systems.filter((s) => !counted.includes(s)),
  }
}
