/** So many names are remembered; whoever may publish at a broker can invent more. */
const MOST = 16

/**
 * The names under which devices announced themselves, and the one that is followed. `silentMs`: after this silence another
 * takes its place.
 */
export function openAnnounced(silentMs: number, clock: () => number) {
  /** By name, the turn in which it was last followed; 0 = in none. What was announced last comes last. */
  const names = new Map<string, number>()
  let turns = 0
  let followed: string | null = null
  let heardAt = clock()
  const others = () => [...names.keys()].filter((name) => name !== followed)

  return {
    announce(name: string) {
      const turn = names.get(name) ?? 0
      names.delete(name)
      names.set(name, turn)
      const [oldest = ''] = others()
      if (names.size > MOST) names.delete(oldest)
    },
    /** The followed device has spoken, or was not to be heard until now. */
    hear() {
      heardAt = clock()
    },
    /** Returns the name to follow from now on; null if nothing changes. The one that was not followed for longest is next. */
    turn(): string | null {
      const now = clock()
      heardAt = Math.min(heardAt, now)
      if (followed !== null && now - heardAt <= silentMs) return null
      const [next] = others().toSorted((a, b) => (names.get(a) ?? 0) - (names.get(b) ?? 0))
      if (next === undefined) return null
      turns += 1
      names.set(next, turns)
      ;[followed, heardAt] = [next, now]
      return next
    },
  }
}
