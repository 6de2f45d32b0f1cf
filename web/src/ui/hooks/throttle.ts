type Throttled = { readonly ask: () => void; readonly end: () => void }

/** Does `work` when it is asked for, but at most once in `ms`; what is asked for meanwhile is done once, afterwards. */
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
