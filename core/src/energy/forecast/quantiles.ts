/** A sample of up to 2048 numbers, sorted once and weighted in several ways. */
export type Sample = {
  readonly clear: () => void
  /** Adds a value ≥ 0 by the index of its weight. */
  readonly add: (value: number, index: number) => void
  readonly sort: () => void
  /** How many values there are. */
  readonly size: () => number
  /**
   * Returns the lowest values below which `shares` (ascending) of the weights lie; null if all weights are 0. Needs
   * `sort`.
   */
  readonly quantiles: (weights: Float64Array, shares: readonly number[]) => readonly number[] | null
  readonly mean: (weights: Float64Array) => number | null
  readonly largest: () => number
}

const MOST = 2048
/** Values are told apart to an eighth of a watt. */
const STEPS = 8

/**
 * Makes a sample. Value and index share one number (exact up to 2^53), because typed arrays sort plain numbers ten times
 * as fast as with a function.
 */
export function openSample(): Sample {
  const keys = new Float64Array(MOST)
  let count = 0
  const sorted = () => keys.subarray(0, count)
  return {
    clear: () => {
      count = 0
    },
    add: (value, index) => {
      keys[count] = Math.round(value * STEPS) * MOST + index
      count += 1
    },
    sort: () => {
      sorted().sort()
    },
    size: () => count,
    quantiles: (weights, shares) => {
      let total = 0
      for (let i = 0; i < count; i += 1) total += weights[(keys[i] ?? 0) % MOST] ?? 0
      if (!(total > 0)) return null
      const found: number[] = []
      let below = 0
      for (let i = 0; i < count && found.length < shares.length; i += 1) {
        const key = keys[i] ?? 0
        below += weights[key % MOST] ?? 0
        while (found.length < shares.length && below >= (shares[found.length] ?? 0) * total)
          found.push(Math.floor(key / MOST) / STEPS)
      }
      const last = Math.floor((keys[count - 1] ?? 0) / MOST) / STEPS
      while (found.length < shares.length) found.push(last)
      return found
    },
    mean: (weights) => {
      let [sum, total] = [0, 0]
      for (let i = 0; i < count; i += 1) {
        const key = keys[i] ?? 0
        const weight = weights[key % MOST] ?? 0
        sum += weight * Math.floor(key / MOST)
        total += weight
      }
      return total > 0 ? sum / total / STEPS : null
    },
    largest: () => (count > 0 ? Math.floor((keys[count - 1] ?? 0) / MOST) / STEPS : 0),
  }
}

/** Returns a quantile of plain numbers, which it sorts; NaN without any. */
export function quantileOf(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN
  values.sort()
  const at = share * (values.length - 1)
  const low = Math.floor(at)
  const [one = Number.NaN, other = one] = [values[low], values[Math.min(values.length - 1, low + 1)]]
  return one + (at - low) * (other - one)
}
