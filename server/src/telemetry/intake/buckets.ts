/** `burst`: how many at once; one more each `everyMs`. */
type Bounds = { readonly burst: number; readonly everyMs: number }

const SWEEP_AT_LEAST = 1000

/** Token buckets, one a unit. Of each only an instant is kept, and that only until the bucket is full again. */
export function openBuckets({ burst, everyMs }: Bounds, now: () => Date) {
  const fullAt = new Map<number, number>()
  let sweepAt = SWEEP_AT_LEAST

  function sweep(at: number) {
    for (const [unit, full] of fullAt) if (full <= at) fullAt.delete(unit)
    sweepAt = Math.max(SWEEP_AT_LEAST, 2 * fullAt.size)
  }
  function spend(unit: number, tokens: number) {
    const at = now().getTime()
    if (fullAt.size >= sweepAt) sweep(at)
    fullAt.set(unit, Math.max(at, fullAt.get(unit) ?? 0) + tokens * everyMs)
  }
  const short = (unit: number, tokens: number) =>
    Math.max(0, (fullAt.get(unit) ?? 0) - now().getTime() - (burst - tokens) * everyMs)

  return {
    /** Takes tokens out, also such as are not there. */
    spend,
    /** For how many ms what was taken out and was not there is owed. */
    owed: (unit: number) => short(unit, 0),
    /** Takes a token out, if there is one. */
    take(unit: number): boolean {
      if (short(unit, 1) > 0) return false
      spend(unit, 1)
      return true
    },
    /** How many buckets are not full. */
    size: () => fullAt.size,
  }
}
