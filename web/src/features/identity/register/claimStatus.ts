import type { Claim } from '@kellersonne/contract/systems/systems'
import type { ClaimOutcome } from '@kellersonne/core/systems/claims'
import { secondsLeft } from '../../systems/claims.ts'

/** The current status of a claim. lapsed: its unit was not switched in time. */
export type ClaimStatus = ClaimOutcome | 'lapsed'

/** `owned`: the owner's current serial numbers. */
export function claimStatusOf(claim: Claim, owned: readonly string[], now: Date): ClaimStatus {
  if (claim.outcome !== 'pending') return claim.outcome
  if (claim.sn !== null && owned.includes(claim.sn)) return 'claimed'
  return secondsLeft(claim.until, now) === 0 ? 'lapsed' : 'pending'
}
