import type { Values } from './lane.ts'

/** From this many steps per px, lines cannot be told from columns. */
const CROWDED = 0.5

/**
 * Steps per bundle, a power of two: the smallest with at most one bundle per px. 0 = there is room for lines between
 * steps.
 */
export const bundleSize = (visible: number, width: number): number =>
  visible <= width * CROWDED ? 0 : 2 ** Math.max(0, Math.ceil(Math.log2(visible / Math.max(1, width))))

/** X values of the bundles' points: the first and the last step of each. */
export function downsampleX(x: readonly number[], bundle: number): number[] {
  if (bundle === 0) return [...x]
  const thin: number[] = []
  for (let from = 0; from < x.length; from += bundle) {
    const last = Math.min(x.length, from + bundle) - 1
    thin.push(x[from] ?? 0, x[last] ?? 0)
  }
  return thin
}

/** The minimum and maximum of each bundle in their original order; a gap if none is known. */
export function downsample(values: Values, bundle: number): Values {
  if (bundle === 0) return values
  const thin: (number | null)[] = []
  for (let from = 0; from < values.length; from += bundle) {
    const end = Math.min(values.length, from + bundle)
    let [low, high] = [-1, -1]
    let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = from; i < end; i += 1) {
      const value = values[i]
      if (value === null || value === undefined) continue
      if (value < least) [low, least] = [i, value]
      if (value > greatest) [high, greatest] = [i, value]
    }
    if (low < 0) thin.push(null, null)
    else if (low < high) thin.push(least, greatest)
    else thin.push(greatest, least)
  }
  return thin
}
