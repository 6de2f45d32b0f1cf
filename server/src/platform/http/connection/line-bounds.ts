const MINUTE_MS = 60_000
/** Lines per minute. */
const SECURITY = { ofOne: 20, ofAll: 600 }
const SECOND_MS = 1000

/**
 * Limits what strangers can write into a log: lines per minute (or `windowMs`) of each kind for each of them, and for
 * all together. Returns how many were dropped since the last line, or null if this one must be dropped too.
 */
export function lineBounds(
  { ofOne, ofAll } = SECURITY,
  now: () => number = performance.now.bind(performance),
  windowMs = MINUTE_MS,
) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  let written = 0
  let dropped = 0
  return (who: string): number | null => {
    if (now() >= windowEnds) {
      counts.clear()
      written = 0
      windowEnds = now() + windowMs
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

/** Limits the lines about a fault that repeats, as while the database is away, to one a second. */
export function outageBounds(now?: () => number) {
  const admit = lineBounds({ ofOne: 1, ofAll: 1 }, now, SECOND_MS)
  return () => admit('outage')
}
