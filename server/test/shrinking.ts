/**
 * Wraps the predicate of a slow property: once it has failed, shrinking tries only that many smaller examples, so
 * that the counterexample is printed within seconds.
 */
export function shrunkAtMost<T>(tries: number, predicate: (example: T) => Promise<void>) {
  let left = Number.POSITIVE_INFINITY
  return async (example: T): Promise<void> => {
    // Passes: fast-check then keeps the smallest example that has failed so far.
    if (left <= 0) return
    left -= 1
    try {
      await predicate(example)
    } catch (error) {
      left = Math.min(left, tries)
      throw error
    }
  }
}
