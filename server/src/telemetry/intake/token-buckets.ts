/** `burst`: bucket size; one token is refilled every `everyMs`. */
type Bounds = { readonly burst: number; readonly everyMs: number }

const SWEEP_AT_LEAST = 1000

/** Token buckets, one per unit. Stores only the instant at which a bucket is full again, and only until then. */
export function openTokenBuckets({ burst, everyMs }: Bounds, now: () => Date) {
  const fullAt = new Map<number, number>()
  let sweepAt = SWEEP_AT_LEAST

  function sweep(at: number) {
    for (const [unit, full] of fullAt) if (full <= at) fullAt.delete(unit)
    sweepAt = Math.max(SWEEP_AT_LEAST, 2 * fullAt.size)
  }
  const clock = () => now().getTime()
  function spend(unit: number, tokens: number, at = clock()) {
    if (fullAt.size >= sweepAt) sweep(at)
    fullAt.set(unit, Math.max(at, fullAt.get(unit) ?? 0) + tokens * everyMs)
  }
  const short = (unit: number, tokens: number, at = clock()) =>
    Math.max(0, (fullAt.get(unit) ?? 0) - at - (burst - tokens) * everyMs)

  return {
    /** Takes tokens, at an instant in ms; the bucket may go into debt. */
    spend,
    /** Returns the ms until the bucket is out of debt, from an instant in ms. */
    owed: (unit: number, at?: number) => short(unit, 0, at),
    /** Takes tokens, by default one; returns false, and takes none, if fewer are left. */
    take(unit: number, tokens = 1): boolean {
      if (short(unit, tokens) > 0) return false
      spend(unit, tokens)
      return true
    },
    /** Returns the number of buckets that are not full. */
    size: () => fullAt.size,
  }
}
