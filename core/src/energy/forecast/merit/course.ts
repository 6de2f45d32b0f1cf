import { SLOTS } from '../days.ts'

/** Mean power by slot, W; NaN = not known. */
export type Course = Float64Array

/** Weighted mean of courses by slot, over those that are known. */
export function mixed(parts: readonly (readonly [Course, number])[]): Course {
  return Float64Array.from({ length: SLOTS }, (_, slot) => {
    let [sum, total] = [0, 0]
    for (const [course, weight] of parts) {
      const value = course[slot] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value * weight
      total += weight
    }
    return total > 0 ? sum / total : Number.NaN
  })
}
