const WINDOW_MS = 60_000
/** Lines per minute. */
const SECURITY = { ofOne: 20, ofAll: 600 }

/**
 * Limits what strangers can write into a log: lines per minute of each kind for each of them, and for all together.
 * Returns how many were dropped since the last line, or null if this one must be dropped too.
 */
export function lineBounds(
  { ofOne, ofAll } = SECURITY,
  now: () => number = performance.now.bind(performance),
) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  let written = 0
  let dropped = 0
  return (who: string): number | null => {
    if (now() >= windowEnds) {
      counts.clear()
      written = 0
      windowEnds = now() + WINDOW_MS
    }
    const count = counts.get(who) ?? 0
    if (written >= ofAll || count >= ofOne) {
      dropped += 1
      return null
    }
    counts.set(who, count + 1)
    written += 1
    const before = dropped
    dropped = 0
    return before
  }
}
