import type { CounterName } from '../telemetry/readings.ts'
import { QUARTER_MS } from '../time/days.ts'
import { known, type WattHours } from '../units/units.ts'
import type { Method, Run } from './charts.ts'
import { attributeEnergies, type EnergyFlows } from './flows.ts'

/** Values of consecutive quarters or steps; NaN = not known. */
export type Numbers = Float64Array

/** The flows, in a fixed order. */
const flowNames = [
  ...(['pvToHouse', 'pvToBattery', 'pvToGrid', 'batteryToHouse'] as const),
  ...(['batteryToGrid', 'gridToHouse', 'gridToBattery'] as const),
] as const satisfies readonly (keyof EnergyFlows)[]
export type FlowColumns = { readonly [name in keyof EnergyFlows]: Numbers }
export type EnergyColumns = { readonly [name in CounterName]: Numbers }

const isKnown = (value: number) => !Number.isNaN(value)

function foldPart(values: Numbers, from: number, until: number, method: Method): number {
  let result = Number.NaN
  let count = 0
  for (let i = from; i < until; i += 1) {
    const value = values[i] ?? Number.NaN
    if (!isKnown(value)) continue
    count += 1
    if (count === 1) result = value
    else if (method === 'min') result = Math.min(result, value)
    else if (method === 'max') result = Math.max(result, value)
    else result += value
  }
  return method === 'mean' ? result / count : result
}

/**
 * Aggregates quarters (the first at `start`, in ms) into steps. In a mean every quarter weighs the same, whatever its
 * number of samples. Unknown values are skipped.
 */
export function foldSteps(values: Numbers, start: number, runs: readonly Run[], method: Method): Numbers {
  if (runs.every(({ ms }) => ms === QUARTER_MS)) return values
  const steps = new Float64Array(runs.reduce((all, { count }) => all + count, 0))
  let step = 0
  for (const { from, ms, count } of runs)
    for (let i = 0; i < count; i += 1) {
      const first = (from + i * ms - start) / QUARTER_MS
      steps[step] = foldPart(values, first, first + ms / QUARTER_MS, method)
      step += 1
    }
  return steps
}

/** Adds energies over a time (ms) to the steps that hold it wholly; those that no step holds are left out. */
export function addToSteps(
  values: Numbers,
  runs: readonly Run[],
  energies: readonly { readonly from: number; readonly until: number; readonly energy: number }[],
): Numbers {
  if (energies.length === 0) return values
  const sums = values.slice()
  let first = 0
  for (const { from, ms, count } of runs) {
    for (const one of energies) {
      const step = Math.floor((one.from - from) / ms)
      if (step < 0 || step >= count || one.until > from + (step + 1) * ms) continue
      const sum = sums[first + step] ?? Number.NaN
      sums[first + step] = (isKnown(sum) ? sum : 0) + one.energy
    }
    first += count
  }
  return sums
}

/** Combines several systems' values into one; unknown values are skipped. */
export function combine(columns: readonly Numbers[], how: 'mean' | 'sum'): Numbers {
  const [first, ...others] = columns
  if (!first) return new Float64Array()
  if (others.length === 0) return first
  return first.map((_, i) => {
    const values = columns.map((column) => column[i] ?? Number.NaN).filter(isKnown)
    if (values.length === 0) return Number.NaN
    const all = values.reduce((a, b) => a + b, 0)
    return how === 'sum' ? all : all / values.length
  })
}

/** Subtracts `b` from `a`; NaN if either is unknown. */
export const minus = (a: Numbers, b: Numbers): Numbers => a.map((value, i) => value - (b[i] ?? Number.NaN))

/** Builds each flow column with `make`. */
export const flowColumns = (make: (name: keyof EnergyFlows) => Numbers): FlowColumns => ({
  pvToHouse: make('pvToHouse'),
  pvToBattery: make('pvToBattery'),
  pvToGrid: make('pvToGrid'),
  batteryToHouse: make('batteryToHouse'),
  batteryToGrid: make('batteryToGrid'),
  gridToHouse: make('gridToHouse'),
  gridToBattery: make('gridToBattery'),
})

/** Attributes each quarter's energies to flows, in Wh, by `attributeEnergies`; not those of quarters left out. */
export function flowsOf(
  energies: EnergyColumns,
  isLeftOut: (quarter: number) => boolean = () => false,
): FlowColumns {
  const flows = flowColumns(() => new Float64Array(energies.pv.length).fill(Number.NaN))
  energies.pv.forEach((_, i) => {
    const attributed = isLeftOut(i) ? null : attributeEnergies(energiesAt(energies, i))
    if (attributed) for (const name of flowNames) flows[name][i] = attributed.flows[name]
  })
  return flows
}

/** Returns the energies of one quarter. */
export function energiesAt(energies: EnergyColumns, i: number) {
  const at = (name: CounterName) => {
    const value = energies[name][i] ?? Number.NaN
    return known<WattHours>(isKnown(value) ? value : null)
  }
  return {
    pv: at('pv'),
    import: at('import'),
    feedIn: at('feedIn'),
    charge: at('charge'),
    discharge: at('discharge'),
  }
}

/** Returns the house's consumption: the sum of all flows to it. */
export const houseOf = ({ pvToHouse, batteryToHouse, gridToHouse }: FlowColumns): Numbers =>
  pvToHouse.map((value, i) => value + (batteryToHouse[i] ?? 0) + (gridToHouse[i] ?? 0))

/** Builds each energy column with `make`. */
export const energyColumns = (make: (name: CounterName) => Numbers): EnergyColumns => ({
  pv: make('pv'),
  import: make('import'),
  feedIn: make('feedIn'),
  charge: make('charge'),
  discharge: make('discharge'),
})

/** Consecutive quarters with the same value; `until` is exclusive. */
type Stretch<T> = { readonly of: T; readonly from: number; until: number }

/** Yields the stretches of quarters with the same non-null value, in order. */
export function* stretchesOf<T>(count: number, of: (i: number) => T | null): Generator<Stretch<T>> {
  let last: T | null = null
  let from = 0
  for (let i = 0; i <= count; i += 1) {
    const value = i < count ? of(i) : null
    if (value === last) continue
    if (last !== null) yield { of: last, from, until: i }
    last = value
    from = i
  }
}

/** Joins the closest of some stretches with the same value, until `most` are left. */
function joined<T>(same: readonly Stretch<T>[], most: number): Stretch<T>[] {
  const after = (i: number) => (same[i + 1]?.from ?? 0) - (same[i]?.until ?? 0)
  const byDistance = Array.from(same.slice(1), (_, i) => i).sort((a, b) => after(a) - after(b))
  const isJoined = new Set(byDistance.slice(0, Math.max(0, same.length - most)))
  const left: Stretch<T>[] = []
  for (const [i, one] of same.entries()) {
    const last = left.at(-1)
    if (last && isJoined.has(i - 1)) last.until = one.until
    else left.push({ ...one })
  }
  return left
}

/**
 * Collects stretches, in order. Where there are more than `most` with the same value, those closest to each other become one, with what
 * is between them. Never holds many more, however often a faulty unit comes and goes.
 */
export function closestJoined<T>(found: Iterable<Stretch<T>>, most: number): Stretch<T>[] {
  const byValue = new Map<T, Stretch<T>[]>()
  for (const one of found) {
    const same = byValue.get(one.of) ?? []
    same.push(one)
    byValue.set(one.of, same.length > 2 * most ? joined(same, most) : same)
  }
  return [...byValue.values()].flatMap((same) => joined(same, most)).sort((a, b) => a.from - b.from)
}
