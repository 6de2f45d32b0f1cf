import { QUARTER_MS } from '../../../time/days.ts'
import type { BatteryQuarters } from '../quarters.ts'

const STEPS = 3
const HOURS = 0.25 / STEPS
const DAY_QUARTERS = 96
const YEAR_QUARTERS = 365.25 * DAY_QUARTERS
/** Share that survives each way. */
const SHARE = 0.95
const OWN_W = 8

type Battery = {
  /** Wh, when it is new. */
  readonly capacity: number
  /** Share of it lost a year. */
  readonly loss: number
  readonly days: number
  readonly seed: number
  /** From this day on, a new battery with so many Wh. */
  readonly exchanged?: { readonly day: number; readonly capacity: number }
}

/** Numbers from 0 to 1, the same for the same seed (Park–Miller). */
function numbersFrom(seed: number): () => number {
  let state = ((seed * 7919) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const START = Date.UTC(2024, 0, 1)

/** A household's battery that ages: charged by more or less sun, discharged at night, its charge reported in whole per cent. */
export function ageingBattery({ capacity: fresh, loss, days, seed, exchanged }: Battery): BatteryQuarters & {
  /** What it can hold in the end, Wh. */
  readonly capacity: number
} {
  const random = numbersFrom(seed)
  const count = days * DAY_QUARTERS
  const [soc, lowest] = [new Float64Array(count), new Float64Array(count)]
  const [charge, discharge] = [new Float64Array(count), new Float64Array(count)]
  let [energy, capacity, sun, need, phase] = [fresh / 2, fresh, 0, 0, 0]
  for (let i = 0; i < count; i += 1) {
    const isNew = exchanged !== undefined && i >= exchanged.day * DAY_QUARTERS
    const age = isNew ? i - exchanged.day * DAY_QUARTERS : i
    capacity = (isNew ? exchanged.capacity : fresh) * (1 - (loss * age) / YEAR_QUARTERS)
    const hour = (i % DAY_QUARTERS) / 4
    if (hour === 0) [sun, need, phase] = [800 + 4200 * random(), 250 + 500 * random(), 6 * random()]
    const power = sun * Math.max(0, Math.sin(((hour - 7) / 11) * Math.PI)) * (0.8 + 0.4 * random())
    const house = need * (hour > 17 && hour < 22 ? 2.5 : 1) * (0.7 + 0.6 * random())
    let [sum, low] = [0, 100]
    for (let step = 0; step < STEPS; step += 1) {
      const surplus = Math.max(-3000, Math.min(3000, power - house))
      const stored = Math.min(Math.max(0, surplus) * SHARE * HOURS, capacity - energy)
      const taken = Math.min(Math.max(0, -surplus) * HOURS, Math.max(0, energy - 0.02 * capacity) * SHARE)
      charge[i] = (charge[i] ?? 0) + stored / SHARE
      discharge[i] = (discharge[i] ?? 0) + taken
      energy = Math.max(0, energy + stored - taken / SHARE - OWN_W * HOURS)
      // A battery's own estimate wanders by a percentage point or two.
      const known = Math.round(
        Math.min(100, Math.max(0, (100 * energy) / capacity + 1.5 * Math.sin(phase + hour / 3))),
      )
      sum += known
      low = Math.min(low, known)
    }
    soc[i] = sum / STEPS
    lowest[i] = low
    charge[i] = Math.round(charge[i] ?? 0)
    discharge[i] = Math.round(discharge[i] ?? 0)
  }
  return { start: START, soc, lowest, charge, discharge, capacity }
}

export const at = (day: number) => START + day * DAY_QUARTERS * QUARTER_MS
