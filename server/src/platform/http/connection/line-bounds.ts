const WINDOW_MS = 60_000
/** Lines a minute. */
const SECURITY = { ofOne: 20, ofAll: 600 }

/**
 * Bounds what strangers can have written into a log: so many lines a minute for each kind of each of them, and for all together.
 * Answers how many were left out since the last line, or null where this one is to be left out too.
 */
export function lineBounds(
  { ofOne, ofAll } = SECURITY,
  now: () => number = performance.now.bind(performance),
) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  let written = 0
  let leftOut = 0
  return (who: string): number | null => {
    if (now() >= windowEnds) {
      counts.clear()
      written = 0
      windowEnds = now() + WINDOW_MS
    }
    const count = counts.get(who) ?? 0
    if (written >= ofAll || count >= ofOne) {
      leftOut += 1
      return null
    }
    counts.set(who, count + 1)
    written += 1
    const before = leftOut
    leftOut = 0
    return before
  }
}
