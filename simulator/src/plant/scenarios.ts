import type { BatteryTask } from './battery.ts'
import { FREE, type Hold } from './plant.ts'

type House = { readonly pv: number; readonly load: number; readonly battery: number; readonly soc: number }
type Scenario = House & {
  readonly task?: BatteryTask
  /** True if the units go offline. */
  readonly cut?: boolean
}

/** Situations of a house: powers of all its units together in W, state of charge in %. */
const houses = {
  sun_for_all: { pv: 4820, load: 650, battery: -2960, soc: 64 },
  battery_full: { pv: 5340, load: 630, battery: 0, soc: 100 },
  cloud_at_noon: { pv: 920, load: 2230, battery: 1310, soc: 71 },
  evening: { pv: 0, load: 620, battery: 620, soc: 58 },
  winter_cooking: { pv: 0, load: 3550, battery: 2400, soc: 22 },
  // Just below the level that ends a float charge.
  float_charge: { pv: 0, load: 530, battery: -180, soc: 2.9, task: 'float' },
  sun_and_grid: { pv: 1050, load: 2670, battery: 0, soc: 5 },
  no_data: { pv: 0, load: 620, battery: 620, soc: 38, cut: true },
  // The forecast itself comes from the server.
  bad_weather: { pv: 0, load: 900, battery: 900, soc: 8 },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof houses
export const scenarioNames = Object.keys(houses) as ScenarioName[]

/** Returns what unit `part` (an index) of `of` has to do, so that all units together do what the house does. */
export function partOf(name: ScenarioName, part: number, of: number) {
  const { soc, task = 'ready', cut = false, ...powers }: Scenario = houses[name]
  const share = (power: number) => Math.floor((power + part) / of)
  const hold: Hold = {
    ...FREE,
    pv: share(powers.pv),
    load: share(powers.load),
    battery: share(powers.battery),
    soc,
  }
  return { hold, task, cut }
}
