export const LATE_MS = 2 * 60_000
const STALE_MS = 15 * 60_000

/** How current a system's values are. A unit known to have disconnected is stale at once. */
export type Freshness = 'fresh' | 'late' | 'stale'
export function freshness(
  { lastOnline, online }: { readonly lastOnline: Date | null; readonly online: boolean | null },
  now: Date,
): Freshness {
  if (lastOnline === null || online === false) return 'stale'
  const age = now.getTime() - lastOnline.getTime()
  return age <= LATE_MS ? 'fresh' : age <= STALE_MS ? 'late' : 'stale'
}

const EXPIRED_MS = 24 * 60 * 60_000

/** How old a measured value is: an old one is shown with its time, an expired one not at all. */
export type Age = 'current' | 'old' | 'expired'
/** `measuredAt` null: unknown, which counts as current. */
export function ageOf(measuredAt: Date | null, now: Date): Age {
  const age = measuredAt === null ? 0 : now.getTime() - measuredAt.getTime()
  return age <= STALE_MS ? 'current' : age <= EXPIRED_MS ? 'old' : 'expired'
}

/**
 * Whether what a unit's state says still holds: units repeat their state every five minutes, so while readings come,
 * three must be missing before it may not. Both times are the unit's.
 */
export const isStateCurrent = (stateAt: Date, readingAt: Date | null): boolean =>
  readingAt === null || readingAt.getTime() - stateAt.getTime() <= STALE_MS
