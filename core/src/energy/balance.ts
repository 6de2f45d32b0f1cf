import type { DayEnergies } from '../live/live.ts'
import { type Percent, percent, sum, type WattHours, wattHours } from '../units/units.ts'
import type { FlowName } from './flows.ts'

/** The energies that the counters tell of a quarter, and the house's as its powers tell it; null = not measured. */
export type QuarterEnergies = DayEnergies & { readonly house: WattHours | null }

/** Who supplied whom, all at or above zero. */
export type EnergyFlows = { readonly [name in FlowName]: WattHours }

/** Why a number cannot be told. */
export type Unknown =
  | 'not_measured'
  /** More left than came in. */
  | 'contradictory'
  /** The house drew nothing, or the sun gave nothing: there is nothing to be a share of. */
  | 'nothing_drawn'
  | 'no_yield'
  /** The battery gave what was charged before all that is known. */
  | 'origin_unknown'

/** A number with what it was made of, or why it cannot be told. */
export type Explained<Q, Input extends string> = {
  readonly value: Q | null
  readonly why: Unknown | null
  readonly inputs: { readonly [name in Input]: WattHours | null }
}

/** A day so far, and how its numbers came about. */
export type Balance = {
  readonly energies: DayEnergies
  readonly flows: EnergyFlows | null
  /** house = pv + import + discharge − feedIn − charge. */
  readonly house: Explained<WattHours, keyof DayEnergies>
  /** selfConsumption = (pvToHouse + pvToBattery) / pv. */
  readonly selfConsumption: Explained<Percent, 'pvToHouse' | 'pvToBattery' | 'pv'>
  /** selfSufficiency = (pvToHouse + batteryToHouse × pvCharged / charged) / house. */
  readonly selfSufficiency: Explained<
    Percent,
    'pvToHouse' | 'batteryToHouse' | 'pvCharged' | 'charged' | 'house'
  >
  /** What the counters say of the house less what its powers say, over the quarters in which both are known. */
  readonly residual: WattHours | null
  /** The share of the quarters so far in which all counters told. */
  readonly measured: Percent | null
}

/** What may leave beyond what came in: counters are read one after the other. */
const TOLERATED = 0.01

/**
 * Who supplied whom in an interval, from its counted energies: what was fed in came from the sun first, then from
 * the battery, and so did what was charged come from the sun first; only what it cannot have given came from the
 * grid. What is left served the house. `unexplained` is what left but never came in. null where an energy is
 * not known, or is none.
 */
export function attributeEnergies(e: DayEnergies) {
  if (e.pv === null || e.import === null || e.feedIn === null || e.charge === null || e.discharge === null)
    return null
  if (Math.min(e.pv, e.import, e.feedIn, e.charge, e.discharge) < 0) return null
  const pvToGrid = Math.min(e.feedIn, e.pv)
  const batteryToGrid = Math.min(e.feedIn - pvToGrid, e.discharge)
  const pvToBattery = Math.min(e.charge, e.pv - pvToGrid)
  const gridToBattery = Math.min(e.charge - pvToBattery, e.import)
  const flows: EnergyFlows = {
    pvToHouse: wattHours(e.pv - pvToGrid - pvToBattery),
    pvToBattery: wattHours(pvToBattery),
    pvToGrid: wattHours(pvToGrid),
    batteryToHouse: wattHours(e.discharge - batteryToGrid),
    batteryToGrid: wattHours(batteryToGrid),
    gridToHouse: wattHours(e.import - gridToBattery),
    gridToBattery: wattHours(gridToBattery),
  }
  const unexplained = wattHours(
    e.feedIn - pvToGrid - batteryToGrid + (e.charge - pvToBattery - gridToBattery),
  )
  return { flows, unexplained }
}

const isTold = (quarter: DayEnergies) => attributeEnergies(quarter) !== null

/** The share of quarters in which all counters told; null where there are none. */
export const measuredShare = (quarters: readonly DayEnergies[]): Percent | null =>
  quarters.length === 0 ? null : shareOf(quarters.filter(isTold).length, quarters.length)

/**
 * A day's balance from its quarters so far, one each, and those of some days before, which tell where what is in
 * the battery came from. Self-consumption and self-sufficiency are those of Weniger, Tjaden, Quaschning, Sizing of
 * residential PV battery systems, Energy Procedia 46 (2014) 78: (direct use + charge) / yield and (direct use +
 * discharge) / load, but of charge and discharge only what is the sun's: the battery is taken to be mixed
 * evenly from what it was charged with in all the quarters given. Without grid charging or battery feed-in, that is
 * 1 − import / house.
 */
export function balance(today: readonly QuarterEnergies[], before: readonly QuarterEnergies[] = []): Balance {
  const energies = totals(today)
  const { flows, unexplained } = flowsOf(today)
  const came = (energies.pv ?? 0) + (energies.import ?? 0) + (energies.discharge ?? 0)
  const why = flows === null ? 'not_measured' : unexplained > TOLERATED * came ? 'contradictory' : null
  return {
    energies,
    flows,
    house: explained(energies, why, flows && houseOf(flows)),
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

/** The flows of all quarters that can be attributed; null where none can. */
function flowsOf(quarters: readonly DayEnergies[]) {
  const attributed = quarters.map(attributeEnergies).filter((one) => one !== null)
  const [first, ...others] = attributed.map(({ flows }) => flows)
  return {
    flows: first ? others.reduce(plus, first) : null,
    unexplained: attributed.reduce((all, one) => all + one.unexplained, 0),
  }
}

const plus = (a: EnergyFlows, b: EnergyFlows): EnergyFlows => ({
  pvToHouse: wattHours(a.pvToHouse + b.pvToHouse),
  pvToBattery: wattHours(a.pvToBattery + b.pvToBattery),
  pvToGrid: wattHours(a.pvToGrid + b.pvToGrid),
  batteryToHouse: wattHours(a.batteryToHouse + b.batteryToHouse),
  batteryToGrid: wattHours(a.batteryToGrid + b.batteryToGrid),
  gridToHouse: wattHours(a.gridToHouse + b.gridToHouse),
  gridToBattery: wattHours(a.gridToBattery + b.gridToBattery),
})

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
      const flows = attributeEnergies(quarter)
      return flows && quarter.house !== null ? wattHours(houseOf(flows.flows) - quarter.house) : null
    }),
  )
}
