import type { Values } from './lane.ts'

/** From so many steps a px on, lines between them are no more to be told from columns. */
const CROWDED = 0.5

/**
 * How many steps make one bundle, a power of two: as few as that there is no more than one bundle a px. 0 = there is
 * room for lines between steps.
 */
export const bundleOf = (visible: number, width: number): number =>
  visible <= width * CROWDED ? 0 : 2 ** Math.max(0, Math.ceil(Math.log2(visible / Math.max(1, width))))

/** Where the points of bundles stand: at the first and the last step of each. */
export function thinnedX(x: readonly number[], bundle: number): number[] {
  if (bundle === 0) return [...x]
  const thin: number[] = []
  for (let from = 0; from < x.length; from += bundle) {
    const last = Math.min(x.length, from + bundle) - 1
    thin.push(x[from] ?? 0, x[last] ?? 0)
  }
  return thin
}

/** The least and the greatest value of each bundle, in the order in which they come; a gap where none is known. */
export function thinned(values: Values, bundle: number): Values {
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
