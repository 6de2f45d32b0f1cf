type Limits = {
  /** What may be spent at once. */
  readonly most: number
  readonly perSecond: number
}

const SECOND = 1000

/** Opens a budget that refills steadily. `spend` returns false if too little is left. */
export function openBudget({ most, perSecond }: Limits, now: () => number = () => performance.now()) {
  let left = most
  let at = now()
  return {
    spend(cost: number): boolean {
      const time = now()
      left = Math.min(most, left + ((time - at) * perSecond) / SECOND)
      at = time
      if (left < cost) return false
      left -= cost
      return true
    },
  }
}
