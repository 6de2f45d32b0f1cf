import { type Percent, percent, sum, type WattHours, wattHours } from '../units/units.ts'
import { type DayEnergies, houseEnergy } from './day-energies.ts'
import { addFlows, attributeEnergies, type EnergyFlows } from './flows.ts'

/**
 * Energies of a quarter from its counters, and the house's from its powers; null = not measured. `isShare`: nothing was
 * measured in it, and its energies are its even share of a short gap's. `isImported`: its owner brought them along.
 */
export type QuarterEnergies = DayEnergies & {
  readonly house: WattHours | null
  readonly isShare?: boolean
  readonly isImported?: boolean
}

/** Why a value is unknown. */
export type Unknown =
  | 'not_measured'
  /** Inconsistent counters: outflow exceeds inflow. */
  | 'contradictory'
  /** No consumption, or no PV yield: there is nothing to take a share of. */
  | 'nothing_drawn'
  | 'no_yield'
  /** The discharged energy was charged before our records begin. */
  | 'origin_unknown'

/** A value with its inputs, or the reason why it is unknown. */
type Explained<Q, Input extends string> = {
  readonly value: Q | null
  readonly why: Unknown | null
  readonly inputs: { readonly [name in Input]: WattHours | null }
}

/** Balance of a day so far, with the inputs of each value. */
export type Balance = {
  readonly energies: DayEnergies
  readonly flows: EnergyFlows | null
  /** house = pv + import + discharge − feedIn − charge, over gaps too. */
  readonly house: Explained<WattHours, keyof DayEnergies>
  /** selfConsumption = (pvToHouse + pvToBattery) / pv. */
  readonly selfConsumption: Explained<Percent, 'pvToHouse' | 'pvToBattery' | 'pv'>
  /** selfSufficiency = (pvToHouse + batteryToHouse × pvCharged / charged) / house. */
  readonly selfSufficiency: Explained<
    Percent,
    'pvToHouse' | 'batteryToHouse' | 'pvCharged' | 'charged' | 'house'
  >
  /** House energy by counters minus house energy by powers, over the quarters in which both are known. */
  readonly residual: WattHours | null
  /** The share of the quarters so far in which all counters reported. */
  readonly measured: Percent | null
}

/** Tolerated share by which outflow may exceed inflow: counters are read one after the other. */
const TOLERATED = 0.01

/** Returns a quarter's flows; null if they are not known: over a gap nobody knows what flowed when. */
const flowsIn = (quarter: QuarterEnergies) => (quarter.isShare ? null : attributeEnergies(quarter))
const isKnown = (quarter: QuarterEnergies) => flowsIn(quarter) !== null

/** Returns the share of quarters in which all counters reported; null if there are no quarters. */
export const measuredShare = (quarters: readonly QuarterEnergies[]): Percent | null =>
  quarters.length === 0
    ? null
    : shareOf(quarters.filter((quarter) => isKnown(quarter) && !quarter.isImported).length, quarters.length)

/** Returns the share of quarters of which energies were imported; null if there are no quarters. */
export const importedShare = (quarters: readonly QuarterEnergies[]): Percent | null =>
  quarters.length === 0
    ? null
    : shareOf(quarters.filter(({ isImported }) => isImported).length, quarters.length)

/**
 * Computes a day's balance from its quarters so far, one each, and those of some days before, which show where the
 * energy in the battery came from. Self-consumption and self-sufficiency follow Weniger, Tjaden, Quaschning, Sizing
 * of residential PV battery systems, Energy Procedia 46 (2014) 78: (direct use + charge) / yield and (direct use +
 * discharge) / load, but count only the solar part of charge and discharge: the battery is assumed to hold an even
 * mix of everything charged in the quarters given. Without grid charging or battery feed-in, self-sufficiency is
 * 1 − import / house. Energies of gaps (`gaps`, and quarters that are shares of one) count in sums only.
 */
export function balance(
  today: readonly QuarterEnergies[],
  before: readonly QuarterEnergies[] = [],
  gaps: readonly DayEnergies[] = [],
): Balance {
  const energies = totals([...today, ...gaps])
  const unmeasured = [...today.filter(({ isShare }) => isShare), ...gaps].map(houseEnergy)
  const { flows, unexplained } = flowsOf(today)
  const came = (energies.pv ?? 0) + (energies.import ?? 0) + (energies.discharge ?? 0)
  const why = flows === null ? 'not_measured' : unexplained > TOLERATED * came ? 'contradictory' : null
  return {
    energies,
    flows,
    house: explained(energies, why, flows && sum([houseOf(flows), ...unmeasured])),
    selfConsumption: selfConsumption(flows, why),
    selfSufficiency: selfSufficiency(flows, flowsOf([...before, ...today]).flows, why),
    residual: residual(today),
    measured: measuredShare(today),
  }
}

const totals = (quarters: readonly DayEnergies[]): DayEnergies => ({
  pv: sum(quarters.map(({ pv }) => pv)),
  import: sum(quarters.map((quarter) => quarter.import)),
  feedIn: sum(quarters.map(({ feedIn }) => feedIn)),
  charge: sum(quarters.map(({ charge }) => charge)),
  discharge: sum(quarters.map(({ discharge }) => discharge)),
})

/** Sums the flows of all quarters that can be attributed; `flows` is null if none can. */
function flowsOf(quarters: readonly QuarterEnergies[]) {
  const attributed = quarters.map(flowsIn).filter((one) => one !== null)
  const [first, ...others] = attributed.map(({ flows }) => flows)
  return {
    flows: first ? others.reduce((a, b) => addFlows(a, b, wattHours), first) : null,
    unexplained: attributed.reduce((all, one) => all + one.unexplained, 0),
  }
}

const houseOf = (flows: EnergyFlows) => wattHours(flows.pvToHouse + flows.batteryToHouse + flows.gridToHouse)

const shareOf = (part: number, whole: number) => percent(Math.min(100, (100 * part) / whole))

const explained = <Q, Input extends string>(
  inputs: Explained<Q, Input>['inputs'],
  why: Unknown | null,
  value: Q | null,
): Explained<Q, Input> => ({ value: why === null ? value : null, why, inputs })

function selfConsumption(flows: EnergyFlows | null, why: Unknown | null): Balance['selfConsumption'] {
  if (flows === null) return explained({ pvToHouse: null, pvToBattery: null, pv: null }, why, null)
  const { pvToHouse, pvToBattery, pvToGrid } = flows
  const pv = wattHours(pvToHouse + pvToBattery + pvToGrid)
  const inputs = { pvToHouse, pvToBattery, pv }
  return explained(inputs, why ?? (pv === 0 ? 'no_yield' : null), shareOf(pvToHouse + pvToBattery, pv))
}

function selfSufficiency(
  flows: EnergyFlows | null,
  known: EnergyFlows | null,
  why: Unknown | null,
): Balance['selfSufficiency'] {
  if (flows === null || known === null) {
    const inputs = { pvToHouse: null, batteryToHouse: null, pvCharged: null, charged: null, house: null }
    return explained(inputs, why, null)
  }
  const { pvToHouse, batteryToHouse } = flows
  const pvCharged = known.pvToBattery
  const charged = wattHours(pvCharged + known.gridToBattery)
  const house = houseOf(flows)
  const own = pvToHouse + (batteryToHouse === 0 ? 0 : (batteryToHouse * pvCharged) / charged)
  const unknown =
    house === 0 ? 'nothing_drawn' : batteryToHouse > 0 && charged === 0 ? 'origin_unknown' : null
  const inputs = { pvToHouse, batteryToHouse, pvCharged, charged, house }
  return explained(inputs, why ?? unknown, shareOf(own, house))
}

function residual(quarters: readonly QuarterEnergies[]): WattHours | null {
  return sum(
    quarters.map((quarter) => {
      const flows = flowsIn(quarter)
      return flows && quarter.house !== null ? wattHours(houseOf(flows.flows) - quarter.house) : null
    }),
  )
}
