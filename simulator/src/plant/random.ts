function mix(hash: number, key: number): number {
  let h = Math.imul(hash ^ key, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/**
 * Returns a number in [0, 1) that depends only on its whole-number arguments, whatever the order of calls. Mixing
 * steps as in MurmurHash3's finalizer.
 */
export const chance = (seed: number, key: number, part = 0) =>
  (mix(mix(mix(0x9e3779b9, seed | 0), key | 0), part | 0) >>> 0) / 2 ** 32

/**
 * Returns noise in [0, 1), mean 0.5, that moves smoothly from one value to the next in `period` ms. `at` in ms UTC.
 */
export function noise(seed: number, at: number, period: number): number {
  const place = at / period
  const index = Math.floor(place)
  const x = place - index
  const blend = x * x * (3 - 2 * x)
  const before = chance(seed, index, period)
  return before + (chance(seed, index + 1, period) - before) * blend
}
