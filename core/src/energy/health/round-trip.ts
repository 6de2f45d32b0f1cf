import type { BatteryQuarters } from './quarters.ts'

/** Of all energy that went in, what came out again. */
export type RoundTrip = {
  /** In %. */
  readonly percent: number
  /** How many full cycles it is about. */
  readonly cycles: number
}

const FEWEST_CYCLES = 5
/** Anything else is a meter that lies. */
const PLAUSIBLE = [50, 100] as const
const PERCENT = 100

/**
 * Returns the round trip efficiency in the quarters [from, until): discharged and what the battery holds more at the end,
 * over charged. Quarters of which something is unknown are left out, with what changed in them. null below five full
 * cycles of `capacity` (Wh), or if the result cannot be.
 */
export function roundTrip(
  { soc, charge, discharge }: BatteryQuarters,
  capacity: number,
  { from, until }: { readonly from: number; readonly until: number },
): RoundTrip | null {
  let [charged, discharged, gained] = [0, 0, 0]
  for (let i = from + 1; i < until; i += 1) {
    const before = soc[i - 1] ?? Number.NaN
    const after = soc[i] ?? Number.NaN
    // From the middle of one quarter to the middle of the next.
    const inwards = ((charge[i - 1] ?? Number.NaN) + (charge[i] ?? Number.NaN)) / 2
    const outwards = ((discharge[i - 1] ?? Number.NaN) + (discharge[i] ?? Number.NaN)) / 2
    if (Number.isNaN(before + after + inwards + outwards)) continue
    charged += inwards
    discharged += outwards
    gained += ((after - before) / PERCENT) * capacity
  }
  const cycles = discharged / capacity
  const percent = (PERCENT * (discharged + gained)) / charged
  if (!(cycles >= FEWEST_CYCLES && percent >= PLAUSIBLE[0] && percent <= PLAUSIBLE[1])) return null
  return { percent, cycles }
}
