import type { BatteryQuarters } from '../health/quarters.ts'

/** Consecutive quarters of a system with all its energies, Wh ≥ 0; NaN = not measured. */
export type WatchedQuarters = BatteryQuarters & {
  readonly pv: Float64Array
  readonly import: Float64Array
  readonly feedIn: Float64Array
  /** 1 where something explains whatever the battery does: it was off, in standby, being calibrated or updated, or had a fault. */
  readonly excused: Uint8Array
}

/** Returns the energies above zero. A loop, as a call for each quarter would take several times as long. */
export function positive(energies: Float64Array): Float64Array {
  const found = new Float64Array(energies.length)
  let count = 0
  for (let i = 0; i < energies.length; i += 1) {
    const energy = energies[i] ?? 0
    if (!(energy > 0)) continue
    found[count] = energy
    count += 1
  }
  return found.subarray(0, count)
}

/** Returns what PV leaves over in a quarter, Wh; below zero: what the house needs beyond it. */
export const surplusAt = (q: WatchedQuarters, i: number): number =>
  (q.feedIn[i] ?? Number.NaN) -
  (q.import[i] ?? Number.NaN) +
  (q.charge[i] ?? Number.NaN) -
  (q.discharge[i] ?? Number.NaN)

/** Returns the house's consumption in a quarter, Wh; below zero if a meter or a sign is wrong. */
export const houseAt = (q: WatchedQuarters, i: number): number => (q.pv[i] ?? Number.NaN) - surplusAt(q, i)
