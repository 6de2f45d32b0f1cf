type Throttled = { readonly ask: () => void; readonly end: () => void }

/** Runs `work` on demand, but at most once per `ms`; calls in between are merged into one run afterwards. */
export function throttle(work: () => void, ms: number): Throttled {
  let resting: ReturnType<typeof setTimeout> | undefined
  let due = false
  function rest() {
    resting = setTimeout(() => {
      resting = undefined
      if (due) begin()
    }, ms)
  }
  function begin() {
    due = false
    rest()
    work()
  }
  return {
    ask() {
      if (resting === undefined) begin()
      else due = true
    },
    end: () => clearTimeout(resting),
  }
}
