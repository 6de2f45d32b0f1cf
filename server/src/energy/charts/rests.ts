/** How long an owner rests: twice as long each time. What was is forgotten after `LONGEST_MS` without another time. */
const REST_MS = 1000
const LONGEST_MS = 5 * 60_000
/** Rests are looked through for those that may be forgotten whenever so many more are kept. */
const PRUNED = 1000

type Rest = { readonly times: number; readonly until: number }

/** Remembers owners for a time that becomes longer each time. `clock` in ms. */
export function openRests(clock: () => number) {
  const rests = new Map<string, Rest>()
  let pruneAt = PRUNED
  const isForgotten = ({ until }: Rest) => until + LONGEST_MS < clock()

  function prune() {
    for (const [owner, rest] of rests) if (isForgotten(rest)) rests.delete(owner)
    pruneAt = rests.size + PRUNED
  }

  return {
    /** Has an owner rest; returns for how long, in ms. */
    add(owner: string): number {
      const before = rests.get(owner)
      const times = before && !isForgotten(before) ? before.times + 1 : 1
      const rest = Math.min(LONGEST_MS, REST_MS * 2 ** (times - 1))
      rests.set(owner, { times, until: clock() + rest })
      if (rests.size >= pruneAt) prune()
      return rest
    },
    /** Returns how long an owner still rests, in ms. */
    left: (owner: string): number => Math.max(0, (rests.get(owner)?.until ?? 0) - clock()),
  }
}
