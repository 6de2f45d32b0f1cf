/** How long the owner of a bare serial number has to switch the unit off and on (AUT-12). */
export const CLAIM_MS = 10 * 60_000

/**
 * What became of a key. claimed: theirs from now on. pending: waits for the unit's switch. yours: was theirs
 * before. taken: another owner's, or another owner waits for it. unknown: there is no such system or code.
 */
export const claimOutcomes = ['claimed', 'pending', 'yours', 'taken', 'unknown'] as const
export type ClaimOutcome = (typeof claimOutcomes)[number]
