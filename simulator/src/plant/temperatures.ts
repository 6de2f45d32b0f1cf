import type { Sample } from './plant.ts'

/** In °C, at an instant in ms UTC. */
export type Temperatures = { readonly at: number; readonly battery: number; readonly inverter: number }

const HOUR = 3_600_000
const YEAR = 365.25 * 24 * HOUR
const MIDWINTER = Date.UTC(2000, 0, 20)
/** K above the cellar at rest, K per watt, and the time constant in hours. */
const battery = { rest: 3, perWatt: 0.004, hours: 3 }
const inverter = { rest: 7, perWatt: 0.006, hours: 0.3 }

const cellar = (at: number) => 14 - 4 * Math.cos((2 * Math.PI * (at - MIDWINTER)) / YEAR)

/** Returns a unit's temperatures after a period at a sample's powers; without `before`, the steady state. */
export function nextTemperatures(
  before: Temperatures | null,
  { at, pv, battery: power }: Sample,
): Temperatures {
  const hours = before ? (at - before.at) / HOUR : Number.POSITIVE_INFINITY
  const towards = (from: number, part: typeof battery, load: number) => {
    const target = cellar(at) + part.rest + part.perWatt * load
    return target + (from - target) * Math.exp(-hours / part.hours)
  }
  return {
    at,
    battery: towards(before?.battery ?? 0, battery, Math.abs(power)),
    inverter: towards(before?.inverter ?? 0, inverter, pv + Math.abs(power)),
  }
}
