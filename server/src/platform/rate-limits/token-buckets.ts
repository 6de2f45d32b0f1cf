/** `burst`: bucket size; one token is refilled every `everyMs`. */
type Bounds = { readonly burst: number; readonly everyMs: number }

const SWEEP_AT_LEAST = 1000

/** Token buckets, one per unit or whatever else a key stands for. Stores only the instant at which a bucket is full again, and only until then. */
export function openTokenBuckets<Key = number>({ burst, everyMs }: Bounds, now: () => Date) {
  const fullAt = new Map<Key, number>()
  let sweepAt = SWEEP_AT_LEAST

  function sweep(at: number) {
    for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key)
    sweepAt = Math.max(SWEEP_AT_LEAST, 2 * fullAt.size)
  }
  const clock = () => now().getTime()
  function spend(key: Key, tokens: number, at = clock()) {
    if (fullAt.size >= sweepAt) sweep(at)
    fullAt.set(key, Math.max(at, fullAt.get(key) ?? 0) + tokens * everyMs)
  }
  const short = (key: Key, tokens: number, at = clock()) =>
    Math.max(0, (fullAt.get(key) ?? 0) - at - (burst - tokens) * everyMs)

  return {
    /** Takes tokens, at an instant in ms; the bucket may go into debt. */
    spend,
    /** Returns the ms until the bucket is out of debt, from an instant in ms. */
    owed: (key: Key, at?: number) => short(key, 0, at),
    /** Takes tokens, by default one; returns false, and takes none, if fewer are left. */
    take(key: Key, tokens = 1): boolean {
      if (short(key, tokens) > 0) return false
      spend(key, tokens)
      return true
    },
    /** Ends the debt of a bucket, which is then empty. */
    forgive(key: Key) {
      const [full, empty] = [fullAt.get(key) ?? 0, clock() + burst * everyMs]
      if (full > empty) fullAt.set(key, empty)
    },
    /** Returns the ms until so many tokens can be taken. */
    missing: (key: Key, tokens: number) => short(key, tokens),
    /** Returns the number of buckets that are not full. */
    size: () => fullAt.size,
  }
}
