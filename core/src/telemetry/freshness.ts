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
