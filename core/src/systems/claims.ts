import type { Key } from './keys.ts'

/** How long the owner of a bare serial number has to switch the unit off and on (AUT-12). */
export const CLAIM_MS = 10 * 60_000
/** How many serial numbers an owner may wait for at once. */
export const MAX_WAITS = 3
/** How long the code takes a system back from an owner who came to it by its serial number (AUT-14). */
export const CODE_WINS_MS = 30 * 86_400_000

/**
 * What became of a key. claimed: theirs from now on. pending: waits for the unit's switch, whether there is such a unit
 * or not. yours: was theirs before. taken: the code's system is another owner's. unknown: there is no such code.
 */
export const claimOutcomes = ['claimed', 'pending', 'yours', 'taken', 'unknown'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]

/**
 * Whose a system is, since when, and whether they came to it by its serial number and the switch. `handedOn`: somebody
 * who had it by the code, or by the switch for so long that no code could take it back, has given it up before, and may
 * know the code still. `formers`: all who had it before and are still there.
 */
export type Ownership = {
  readonly owner: string
  readonly since: Date
  readonly bySwitch: boolean
  readonly handedOn: boolean
  readonly formers: readonly string[]
}
/** The system that a key stands for; without `ownership` where it is nobody's. */
export type ClaimedSystem = { readonly ownership: Ownership | null }

/**
 * What a key does to the system it stands for (null: to none); `claimant` is null where there is no account yet. A serial
 * number, which anybody can guess, is answered alike whatever is known of it.
 */
export function judgeClaim(
  by: Key['kind'],
  system: ClaimedSystem | null,
  claimant: string | null,
  now: Date,
): ClaimOutcome {
  const ownership = system?.ownership ?? null
  if (ownership && ownership.owner === claimant) return 'yours'
  if (by === 'sn') return 'pending'
  if (!system) return 'unknown'
  return ownership === null || codeWins(ownership, claimant, now) ? 'claimed' : 'taken'
}

/** Not for those who had the system and gave it up: whose it is now may have it from them. */
const codeWins = (
  { since, bySwitch, handedOn, formers }: Ownership,
  claimant: string | null,
  now: Date,
): boolean =>
  bySwitch &&
  !handedOn &&
  (claimant === null || !formers.includes(claimant)) &&
  now.getTime() - since.getTime() < CODE_WINS_MS

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
