import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { type Battery, type BatteryState, energyAfter, soc, stepBattery } from './battery.ts'
import { cloudCover } from './clouds.ts'
import { gridVoltage } from './grid.ts'
import { inhabitedHouse, type Load, type Phase } from './house.ts'
import { noise } from './random.ts'
import { type Recording, recordedPowers } from './replay.ts'
import { arrayPower, type Place, type SolarArray, sunPosition } from './sun.ts'

/** Sun, house and grid as seen by all units of one house. Means in W between two instants in ms UTC. */
export type Site = {
  readonly pv: (phase: Phase, from: number, to: number) => number
  readonly load: Load
  readonly voltage: (phase: Phase, at: number, gridPower: number) => number
  /** Control error of the battery, in W. */
  readonly miss: (phase: Phase, at: number) => number
}
export type SiteSettings = Place & {
  readonly seed: number
  readonly timeZone: string
  readonly recording?: Recording | undefined
}

const arrays: Record<Phase, SolarArray> = {
  1: { peak: 3000, tilt: 32, azimuth: 150 },
  2: { peak: 3000, tilt: 32, azimuth: 180 },
  3: { peak: 3000, tilt: 32, azimuth: 215 },
}
/** Delay with which clouds reach the next roof. */
const DRIFT_MS = 20_000
const MISS_W = 24

export function siteOf({ seed, timeZone, recording, ...place }: SiteSettings): Site {
  const house = inhabitedHouse(seed, timeZone)
  const record = (at: number) => (recording ? recordedPowers(recording, at) : { pv: null, load: null })
  const third = (power: number | null) => (power === null ? null : power / 3)
  return {
    pv(phase, from, to) {
      const at = (from + to) / 2
      const sky = () =>
        arrayPower(arrays[phase], sunPosition(at, place), cloudCover(seed, at - phase * DRIFT_MS))
      return third(record(at).pv) ?? sky()
    },
    load: (phase, from, to) => third(record((from + to) / 2).load) ?? house(phase, from, to),
    voltage: (phase, at, power) => gridVoltage(seed, phase, at, power, place.longitude),
    miss: (phase, at) => MISS_W * (noise(seed - phase, at, 15_000) - 0.5),
  }
}

/** Lifetime energies in Wh, never falling. */
type Energies = { readonly [name in CounterName]: number }
/** Electrical state of one unit at an instant, ms UTC. */
export type PlantState = { readonly at: number; readonly battery: BatteryState; readonly energies: Energies }
export type Plant = { readonly site: Site; readonly phase: Phase; readonly battery: Battery }

export const STORAGE: Battery = { capacity: 5760, maxCharge: 2500, maxDischarge: 2500, efficiency: 0.96 }

/** Returns the state of a unit that has been in the cellar for some time. */
export function initialPlant(phase: Phase, at: number): PlantState {
  const DAY = 86_400_000
  const energies = {
    pv: 8_204_411,
    import: 2_410_230,
    feedIn: 4_120_455,
    charge: 2_120_998,
    discharge: 1_911_200,
  }
  return { at, battery: { energy: 3200, task: 'ready', calibratedAt: at - phase * 7 * DAY }, energies }
}

/** Values that override the models; null releases them. W, %, V. */
const holdNames = ['pv', 'load', 'battery', 'soc', 'voltage'] as const
export type Hold = { readonly [name in (typeof holdNames)[number]]: number | null }
export const FREE: Hold = { pv: null, load: null, battery: null, soc: null, voltage: null }

/** Means over a period in W, signs as in core's power; state of charge in % and voltage in V at its end. */
export type Sample = {
  readonly at: number
  readonly pv: number
  readonly load: number
  readonly battery: number
  readonly grid: number
  readonly soc: number
  readonly voltage: number
  readonly energies: Energies
}

export type Advance = { readonly state: PlantState; readonly sample: Sample }

const HOUR = 3_600_000
const STEP_MS = 5 * 60_000

/** Returns the counters after `hours` at these powers in W. */
const counted = (before: Energies, pv: number, grid: number, battery: number, hours: number): Energies => ({
  pv: before.pv + pv * hours,
  import: before.import + Math.max(0, grid) * hours,
  feedIn: before.feedIn + Math.max(0, -grid) * hours,
  charge: before.charge + Math.max(0, -battery) * hours,
  discharge: before.discharge + Math.max(0, battery) * hours,
})

function step({ site, phase, battery }: Plant, state: PlantState, to: number, works: boolean, hold: Hold) {
  const hours = (to - state.at) / HOUR
  const pv = hold.pv ?? site.pv(phase, state.at, to)
  const load = hold.load ?? site.load(phase, state.at, to)
  const held = hold.soc === null ? null : (hold.soc / 100) * battery.capacity
  const before = { ...state.battery, energy: held ?? state.battery.energy }
  const modelled = stepBattery(battery, before, pv - load + site.miss(phase, to), hours, to, works)
  const power = works ? (hold.battery ?? modelled.power) : modelled.power
  const energy = held ?? energyAfter(battery, before.energy, power, hours)
  const energies = counted(state.energies, pv, load - pv - power, power, hours)
  return { state: { at: to, battery: { ...modelled.state, energy }, energies }, pv, load, battery: power }
}

/**
 * Simulates a unit up to `to` (after the state's own instant), with the battery at rest unless it `works`. The
 * sample's powers are means over the whole period; grid = load - pv - battery.
 */
export function advance(
  plant: Plant,
  start: PlantState,
  to: number,
  { works = true, hold = FREE }: { works?: boolean; hold?: Hold } = {},
): Advance {
  let state = start
  const sums = { pv: 0, load: 0, battery: 0 }
  while (state.at < to) {
    const next = step(plant, state, Math.min(to, state.at + STEP_MS), works, hold)
    const weight = (next.state.at - state.at) / (to - start.at)
    sums.pv += next.pv * weight
    sums.load += next.load * weight
    sums.battery += next.battery * weight
    state = next.state
  }
  const grid = sums.load - sums.pv - sums.battery
  const voltage = hold.voltage ?? plant.site.voltage(plant.phase, to, grid)
  const level = soc(plant.battery, state.battery)
  return { state, sample: { at: to, ...sums, grid, soc: level, voltage, energies: state.energies } }
}
