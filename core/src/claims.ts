import type { Key } from './keys.ts'

/** How long the owner of a bare serial number has to switch the unit off and on (AUT-12). */
export const CLAIM_MS = 10 * 60_000

/**
 * What became of a key. claimed: theirs from now on. pending: waits for the unit's switch. yours: was theirs
 * before. taken: another owner's, or another owner waits for it. unknown: there is no such system or code.
 */
export const claimOutcomes = ['claimed', 'pending', 'yours', 'taken', 'unknown'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]

/** Whose a system is, and who waits until when for its switch. Owners by any id that tells them apart. */
export type Standing = {
  readonly owner: string | null
  readonly waiting: { readonly owner: string; readonly until: Date } | null
}

/** What a key does to the system it stands for; `claimant` is null where there is no account yet. */
export function judgeClaim(
  by: Key['kind'],
  { owner, waiting }: Standing,
  claimant: string | null,
  now: Date,
): Exclude<ClaimOutcome, 'unknown'> {
  if (owner !== null) return owner === claimant ? 'yours' : 'taken'
  if (by === 'code') return 'claimed'
  const waits = waiting !== null && waiting.until > now
  return waits && waiting.owner !== claimant ? 'taken' : 'pending'
}

/** By how much a unit's clock may be slow for its switch to count. */
const SLOWEST_MS = 60_000

/** When the server last heard of a unit, and the unit's own time in the newest it said. */
export type LastWords = { readonly heardAt: Date; readonly saidAt: Date }

/**
 * The instant `at`, by the unit's own clock: as far off as it was when the unit last spoke. A clock that seems
 * slow is believed SLOWEST_MS at most: the words may just have come late.
 */
export function byUnitsClock(at: Date, last: LastWords | null): Date {
  const slow = last ? last.heardAt.getTime() - last.saidAt.getTime() : 0
  return new Date(at.getTime() - Math.min(slow, SLOWEST_MS))
}
