import type { Claim } from '@kellersonne/contract/systems'
import { CLAIM_MS, type ClaimOutcome } from '@kellersonne/core/claims'

/** What has become of a claim by now. lapsed: its unit was not switched in time. */
export type Standing = ClaimOutcome | 'lapsed'

/** The seconds until a pending claim lapses; no more than it ever has, should the clock here be wrong. */
export function secondsLeft({ until }: Claim, now: Date): number {
  const ms = until === null ? 0 : new Date(until).getTime() - now.getTime()
  return Math.ceil(Math.min(CLAIM_MS, Math.max(0, ms)) / 1000)
}

/** `owned`: the serial numbers that are the owner's by now. */
export function standingOf(claim: Claim, owned: readonly string[], now: Date): Standing {
  if (claim.outcome !== 'pending') return claim.outcome
  if (claim.sn !== null && owned.includes(claim.sn)) return 'claimed'
  return secondsLeft(claim, now) === 0 ? 'lapsed' : 'pending'
}
