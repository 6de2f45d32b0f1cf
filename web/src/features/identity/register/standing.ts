import type { Claim } from '@kellersonne/contract/systems/systems'
import type { ClaimOutcome } from '@kellersonne/core/systems/claims'
import { secondsLeft } from '../../systems/claims.ts'

/** What has become of a claim by now. lapsed: its unit was not switched in time. */
export type Standing = ClaimOutcome | 'lapsed'

/** `owned`: the serial numbers that are the owner's by now. */
export function standingOf(claim: Claim, owned: readonly string[], now: Date): Standing {
  if (claim.outcome !== 'pending') return claim.outcome
  if (claim.sn !== null && owned.includes(claim.sn)) return 'claimed'
  return secondsLeft(claim.until, now) === 0 ? 'lapsed' : 'pending'
}
