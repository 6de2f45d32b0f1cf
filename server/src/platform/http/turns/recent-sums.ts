/** An amount counts half after so long. */
const HALF_MS = 20_000
/** Sums are looked through for those that may be forgotten whenever so many more are kept. */
const PRUNED = 1000
const LEAST = 1

type Sum = { readonly value: number; readonly at: number }

/** Adds up amounts of late for each owner. `clock` in ms. */
export function openRecentSums(clock: () => number = () => performance.now()) {
  const sums = new Map<string, Sum>()
  let pruneAt = PRUNED
  const left = ({ value, at }: Sum, now: number) => value * 0.5 ** ((now - at) / HALF_MS)

  return {
    /** Returns the sum of an owner. */
    of(owner: string): number {
      const sum = sums.get(owner)
      return sum ? left(sum, clock()) : 0
    },
    /** Adds an amount; returns the sum, in which each amount counts half after 20 s. */
    add(owner: string, amount: number): number {
      const now = clock()
      const before = sums.get(owner)
      const value = amount + (before ? left(before, now) : 0)
      sums.set(owner, { value, at: now })
      if (sums.size >= pruneAt) {
        for (const [other, sum] of sums) if (left(sum, now) < LEAST) sums.delete(other)
        pruneAt = sums.size + PRUNED
      }
      return value
    },
  }
}
