/** A sample of numbers, sorted once and weighted in several ways. */
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
  /** The largest value. Needs `sort`. */
  readonly largest: () => number
}

/** More values than this, or higher indices, are never added. */
const MOST = 2048
/** Values are distinguished to an eighth of a watt. */
const STEPS = 8

/**
 * Makes a sample. Value and index share one number (exact up to 2^53), because typed arrays sort plain numbers ten times
 * as fast as with a function. `most`: how many values there can be.
 */
export function openSample(most = MOST): Sample {
  const keys = new Float64Array(most)
  const values = new Float64Array(most)
  const indices = new Int32Array(most)
  let count = 0
  // As at night, when all are 0.
  let isSorted = true
  return {
    clear: () => {
      count = 0
      isSorted = true
    },
    add: (value, index) => {
      const key = Math.round(value * STEPS) * MOST + index
      if (count > 0 && key < (keys[count - 1] ?? 0)) isSorted = false
      keys[count] = key
      count += 1
    },
    sort: () => {
      if (!isSorted) keys.subarray(0, count).sort()
      for (let i = 0; i < count; i += 1) {
        const key = keys[i] ?? 0
        const value = Math.floor(key / MOST)
        values[i] = value / STEPS
        indices[i] = key - value * MOST
      }
    },
    size: () => count,
    quantiles: (weights, shares) => {
      let total = 0
      for (let i = 0; i < count; i += 1) total += weights[indices[i] ?? 0] ?? 0
      if (!(total > 0)) return null
      const found: number[] = []
      let below = 0
      let next = (shares[0] ?? 0) * total
      for (let i = 0; i < count && found.length < shares.length; i += 1) {
        below += weights[indices[i] ?? 0] ?? 0
        while (found.length < shares.length && below >= next) {
          found.push(values[i] ?? 0)
          next = (shares[found.length] ?? 0) * total
        }
      }
      while (found.length < shares.length) found.push(values[count - 1] ?? 0)
      return found
    },
    largest: () => values[count - 1] ?? 0,
  }
}

/** Every seventh quarter of a year determines a high quantile well enough, in a seventh of the time. */
const STRIDE = 7

/** Returns a quantile of the positive numbers of a long series, roughly; infinite without any. */
export function highQuantile(power: Float32Array, share: number): number {
  const known = new Float64Array(Math.ceil(power.length / STRIDE))
  let count = 0
  for (let i = 0; i < power.length; i += STRIDE) {
    const value = power[i] ?? 0
    if (!(value > 0)) continue
    known[count] = value
    count += 1
  }
  return count === 0 ? Number.POSITIVE_INFINITY : quantileOf(known.subarray(0, count), share)
}

/** Shorter arrays are sorted as fast. */
const SHORT = 100
/** After so many rounds, which only contrived orders take, sorting is faster. */
const MOST_ROUNDS = 40

/** Moves the value that would be at `place` if these were sorted there, and no larger one before it (Hoare, FIND, CACM 4, 1961). */
function select(values: Float64Array, place: number): void {
  let [left, right] = [0, values.length - 1]
  for (let round = 0; left < right; round += 1) {
    if (round === MOST_ROUNDS) {
      values.sort()
      return
    }
    const pivot = values[place] ?? 0
    let [i, j] = [left, right]
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i += 1
      while (pivot < (values[j] ?? 0)) j -= 1
      if (i > j) break
      const moved = values[i] ?? 0
      values[i] = values[j] ?? 0
      values[j] = moved
      i += 1
      j -= 1
    }
    if (j < place) left = i
    if (place < i) right = j
  }
}

function hasUnknown(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i += 1) if (Number.isNaN(values[i])) return true
  return false
}

function lowestFrom(values: Float64Array, from: number): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = from; i < values.length; i += 1) lowest = Math.min(lowest, values[i] ?? lowest)
  return lowest
}

/** Returns a quantile of numbers, which it reorders; NaN without any. */
export function quantileOf(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN
  const at = share * (values.length - 1)
  const low = Math.floor(at)
  const isSorted = values.length < SHORT || hasUnknown(values)
  if (isSorted) values.sort()
  else select(values, low)
  const one = values[low] ?? Number.NaN
  const next = Math.min(values.length - 1, low + 1)
  const other = isSorted || next === low ? (values[next] ?? one) : lowestFrom(values, next)
  return one + (at - low) * (other - one)
}
