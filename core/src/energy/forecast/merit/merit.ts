/** How well one rule did beside the system's reference rule on the same days: discounted sums of absolute errors. */
export type Loss = { readonly own: number; readonly reference: number; readonly days: number }

/**
 * What is remembered of one time of issue: how well each rule did, and how far outcomes lay outside of the quantiles, as
 * histograms of the excess relative to a scale.
 */
export type Merit = {
  readonly losses: Readonly<Record<string, Loss>>
  readonly below: readonly number[]
  readonly above: readonly number[]
  readonly sumBelow: readonly number[]
  readonly sumAbove: readonly number[]
}

/** A day counts 2 % less each day: half after five weeks. */
const KEPT = 0.98
const RATE = 6
export const BINS = 51
const BIN = 0.02

const none = Array.from({ length: BINS }, () => 0)
export const noMerit: Merit = { losses: {}, below: none, above: none, sumBelow: none, sumAbove: none }

/**
 * Weighs rules by recent merit: prior × exp(−6 √n (L/L_reference − 1)), n = discounted days. Exponentially weighted
 * average forecaster, Cesa-Bianchi and Lugosi, Prediction, learning, and games (2006), ch. 2, on discounted losses.
 */
export function weigh(merit: Merit, priors: Readonly<Record<string, number>>): Map<string, number> {
  const weights = Object.entries(priors).map(([name, prior]): [string, number] => {
    const loss = merit.losses[name]
    const excess = loss && loss.reference > 0 ? loss.own / loss.reference - 1 : 0
    return [name, prior * Math.exp(-RATE * Math.sqrt(loss?.days ?? 0) * Math.max(-1, excess))]
  })
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return new Map(weights.map(([name, weight]) => [name, weight / total]))
}

/** Adds a day's losses, of which that of `reference` is the measure. */
export function addLosses(
  losses: Merit['losses'],
  day: ReadonlyMap<string, number>,
  reference: string,
): Record<string, Loss> {
  const measure = day.get(reference) ?? 0
  const fresh = [...day].map(([name, own]): [string, Loss] => {
    const before = losses[name] ?? { own: 0, reference: 0, days: 0 }
    return [
      name,
      {
        own: short(before.own * KEPT + own),
        reference: short(before.reference * KEPT + measure),
        days: short(before.days * KEPT + 1),
      },
    ]
  })
  return { ...losses, ...Object.fromEntries(fresh) }
}

/** Six digits are more than enough, and keep what is stored small. */
const short = (value: number) => Number(value.toPrecision(6))

/** Adds excesses (≤ 0 = inside) to a histogram, which forgets. */
export function addExcesses(histogram: readonly number[], excesses: readonly number[]): readonly number[] {
  const added = histogram.map((count) => count * KEPT)
  for (const excess of excesses) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.ceil(excess / BIN)))
    added[bin] = (added[bin] ?? 0) + 1
  }
  return added.map((count) => (count < 1e-3 ? 0 : short(count)))
}

const FEWEST = 10
const SHARE = 0.9

/**
 * Returns by how much a quantile is moved outwards so that 90 % of what happened lies on its inner side: split conformal
 * quantile regression, Romano et al. (2019), with weights that fade as in Barber et al., Conformal prediction beyond
 * exchangeability (2023). Never inwards, which proved to lose coverage when the season turns.
 */
export function widening(histogram: readonly number[]): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total < FEWEST) return 0
  let inside = 0
  for (const [bin, count] of histogram.entries()) {
    const before = inside
    inside += count
    if (inside < SHARE * total) continue
    if (bin === 0) return 0
    return (bin - 1 + (SHARE * total - before) / count) * BIN
  }
  return 1
}
