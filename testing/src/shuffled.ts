/** Shuffles in an order determined by the seed (Fisher–Yates with the Park–Miller generator). */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const order = [...all]
  let state = (seed % 2_147_483_646) + 1
  for (let end = order.length - 1; end > 0; end -= 1) {
    state = (state * 48_271) % 2_147_483_647
    const at = state % (end + 1)
    const [a, b] = [order[at], order[end]]
    if (a !== undefined && b !== undefined) [order[at], order[end]] = [b, a]
  }
  return order
}
