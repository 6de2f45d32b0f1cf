import type { Key } from './keys.ts'

/** How long a claim by bare serial number waits for the unit to be switched off and on (AUT-12). */
export const CLAIM_MS = 10 * 60_000
/** Maximum number of serial numbers an owner may wait for at once. */
export const MAX_PENDING_CLAIMS = 3
/** How long the code takes a system back from an owner who claimed it by serial number (AUT-14). */
export const CODE_WINS_MS = 30 * 86_400_000

/** How long an owner may object to a hand-over that the code has begun (AUT-17). */
export const OBJECTION_MS = 7 * 86_400_000
/** A hand-over whose claimant has not used the main switch by then, after the time for objections, lapses. */
export const PROOF_MS = 7 * 86_400_000

/**
 * Outcome of a claim. claimed: the system now belongs to the claimant. pending: waits for the unit's switch, whether
 * or not such a unit exists. handover: the code is right, and its system belongs to somebody who may object to handing
 * it over. yours: it already did. taken: the code's system belongs to somebody else, who need not hand it over. unknown:
 * no such code.
 */
export const claimOutcomes = ['claimed', 'pending', 'handover', 'yours', 'taken', 'unknown'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]

/**
 * Who owns a system, since when, and whether they claimed it by serial number and switch. `handedOn`: a previous
 * owner who had it by code, or by switch for so long that no code could take it back, has given it up and may still
 * know the code. `formers`: all previous owners whose accounts still exist.
 */
type Ownership = {
  readonly owner: string
  readonly since: Date
  readonly bySwitch: boolean
  readonly handedOn: boolean
  readonly formers: readonly string[]
}
/**
 * The system a key refers to; `ownership` is null if nobody owns it. `handover`: who is taking it over. `refused`: those
 * whose hand-over the present owner has objected to.
 */
export type ClaimedSystem = {
  readonly ownership: Ownership | null
  readonly handover: string | null
  readonly refused: readonly string[]
}

/**
 * Judges a key's claim to the system it refers to (null: none); `claimant` is null if there is no account yet. A
 * serial number, which anybody can guess, gets the same answer for all but the owner, whatever is known about it.
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
  if (ownership === null || codeWins(ownership, claimant, now)) return 'claimed'
  return mayTakeOver(system, ownership, claimant) ? 'handover' : 'taken'
}

/** One claimant at a time; not one who has given the system up, or to whose claim its owner has objected. */
const mayTakeOver = (
  { handover, refused }: ClaimedSystem,
  { formers }: Ownership,
  claimant: string | null,
): boolean =>
  (handover === null || handover === claimant) &&
  (claimant === null || !(formers.includes(claimant) || refused.includes(claimant)))

/** False for claimants who had the system and gave it up: the present owner may have it from them. */
const codeWins = (
  { since, bySwitch, handedOn, formers }: Ownership,
  claimant: string | null,
  now: Date,
): boolean =>
  bySwitch &&
  !handedOn &&
  (claimant === null || !formers.includes(claimant)) &&
  now.getTime() - since.getTime() < CODE_WINS_MS

/** How slow a unit's clock may be for its switch to count. */
const SLOWEST_MS = 60_000

/** When the server last received anything from a unit, and the unit's own time in its newest message. */
export type LastReport = { readonly receivedAt: Date; readonly reportedAt: Date }

/**
 * Converts the instant `at` to the unit's clock, by its offset in the last message. A clock that seems slow is
 * trusted up to `SLOWEST_MS`: the message may just have arrived late.
 */
export function toUnitTime(at: Date, last: LastReport | null): Date {
  const slow = last ? last.receivedAt.getTime() - last.reportedAt.getTime() : 0
  return new Date(at.getTime() - Math.min(slow, SLOWEST_MS))
}
