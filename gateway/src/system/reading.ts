import type { ReadingMessage } from '@kellersonne/contract/telemetry/device'
import { type Counter, counterNames, counters } from '../profiles/measures.ts'
import type { ChosenValues } from './choose.ts'
import { type CounterState, nextCounter } from './counters.ts'
import { type Integral, integrated } from './integrate.ts'
import type { Memory } from './memory.ts'
import { nextSigns } from './signs.ts'
import { nextSoc } from './soc.ts'

export type Moment = {
  /** ms UTC. */
  readonly at: number
  readonly values: ChosenValues
  /** Counters that no device has, and that are integrated from powers. */
  readonly summed: ReadonlySet<Counter>
  /** Wh; null = not known. */
  readonly capacityWh: number | null
}

const tenth = (value: number) => Math.round(value * 10) / 10

function socOf({ values, at, capacityWh }: Moment, before: Memory['soc']) {
  const soc = values.get('soc')
  if (!soc) return { soc: null, state: before }
  return nextSoc(before, { soc: soc.value, at, power: values.get('battery_w')?.value ?? null, capacityWh })
}

type Energies = {
  readonly wh: Partial<Record<Counter, number>>
  readonly counters: Partial<Record<Counter, CounterState>>
  readonly integrals: Partial<Record<Counter, Integral>>
}
/** Uses the devices' own counters where they exist, and integrates the others from their powers. */
function energiesOf({ values, summed }: Moment, before: Memory): Energies {
  const made: Energies = { wh: {}, counters: { ...before.counters }, integrals: { ...before.integrals } }
  for (const name of counterNames) {
    const { power, sign } = counters[name]
    const [counted, flows] = [values.get(name), values.get(power)]
    if (counted) {
      const { wh, state } = nextCounter(before.counters[name] ?? null, counted.value, counted.at)
      made.counters[name] = state
      if (wh !== null) made.wh[name] = Math.round(wh)
    } else if (summed.has(name) && flows) {
      const sum = integrated(before.integrals[name] ?? null, sign * flows.value, flows.at)
      made.integrals[name] = sum
      made.wh[name] = Math.floor(sum.wh)
    }
  }
  return made
}

function signsOf({ values }: Moment, before: Memory['signs']) {
  const [pv, grid, battery] = [values.get('pv_w'), values.get('grid_w'), values.get('battery_w')]
  return pv && grid && battery
    ? nextSigns(before, { pv: pv.value, grid: grid.value, battery: battery.value })
    : before
}

/**
 * Makes a reading from the values of one moment, and the memory to store with it. Unknown values are left out; the
 * reading is null if nothing is known.
 */
export function readingOf(
  moment: Moment,
  before: Memory,
): { reading: ReadingMessage | null; memory: Memory } {
  const { values, at } = moment
  const charge = socOf(moment, before.soc)
  const energies = energiesOf(moment, before)
  const memory: Memory = {
    counters: energies.counters,
    integrals: energies.integrals,
    soc: charge.state,
    signs: signsOf(moment, before.signs),
    heldBack: before.heldBack + (values.has('soc') && charge.soc === null ? 1 : 0),
  }
  const powers = (['grid_w', 'pv_w', 'battery_w', 'output_w'] as const).flatMap((name) => {
    const known = values.get(name)
    return known ? [[name, Math.round(known.value)] as const] : []
  })
  const voltage = values.get('grid_v')
  const counted = counterNames.flatMap((name) => {
    const wh = energies.wh[name]
    return wh === undefined ? [] : [[counters[name].field, wh] as const]
  })
  const content = {
    ...Object.fromEntries(powers),
    ...(voltage && { grid_v: tenth(voltage.value) }),
    ...(charge.soc !== null && { soc: tenth(charge.soc) }),
    ...(counted.length > 0 && { energy_wh: Object.fromEntries(counted) }),
  }
  const empty = Object.keys(content).length === 0
  return { reading: empty ? null : { at: new Date(at).toISOString(), ...content }, memory }
}
