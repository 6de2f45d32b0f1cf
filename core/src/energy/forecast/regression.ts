/** A straight line through pairs by least squares: y = base + slope · x. */
export type Line = { readonly slope: number; readonly base: number; readonly correlation: number }

/** Fits a line to pairs; NaN where all are alike. */
export function lineThrough(pairs: readonly (readonly [number, number])[]): Line {
  const mean = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length
  const [x, y] = [mean(0), mean(1)]
  const sum = (of: (a: number, b: number) => number) =>
    pairs.reduce((all, [a, b]) => all + of(a - x, b - y), 0)
  const [xx, xy, yy] = [sum((a) => a * a), sum((a, b) => a * b), sum((_, b) => b * b)]
  const slope = xy / xx
  return { slope, base: y - slope * x, correlation: xy / Math.sqrt(xx * yy) }
}
