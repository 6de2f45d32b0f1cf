import {
  confirmReset as confirmResetCall,
  requestReset as requestResetCall,
} from '@kellersonne/contract/identity/accounts'
import {
  confirmRegistration as confirmCall,
  register as registerCall,
} from '@kellersonne/contract/identity/registration'
import type { Answer, Sent } from '@kellersonne/contract/shared/endpoint'
import type { Claim } from '@kellersonne/contract/systems/systems'
import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { call } from '../../../platform/client/client.ts'
import { setServerClock } from '../../../platform/clock/serverClock.ts'
import { beginSession, endSession } from '../../../platform/session.ts'

/** A claim that has just begun to wait tells what time it is at the server. */
function takeClockOf(claims: readonly Claim[]) {
  const until = claims.find((claim) => claim.until !== null)?.until
  if (until) setServerClock(new Date(new Date(until).getTime() - CLAIM_MS))
}

type Registered = Answer<typeof confirmCall>

function enter({ systems, access, refresh }: Registered): readonly Claim[] {
  beginSession({ access, refresh }, false)
  takeClockOf(systems)
  return systems
}

/**
 * Makes an account and begins its session; what became of each key. null where a link was sent that does so. Throws a
 * ApiError.
 */
export async function register(form: Sent<typeof registerCall>['form']): Promise<readonly Claim[] | null> {
  const answer = await call(registerCall, { form })
  return answer.outcome === 'registered' ? enter(answer) : null
}

/**
 * Ends a registration by the token of its link and begins its session, with the password that counts; what became of
 * each key. Throws an ApiError.
 */
export const confirmRegistration = async (token: string, password: string) =>
  enter(await call(confirmCall, { form: { token, password } }))

/** Has a link sent to choose a new password with, should the address have an account. Throws an ApiError. */
export async function requestReset(email: string) {
  await call(requestResetCall, { form: { email } })
}

/** Sets a new password by the token of a link. Throws an ApiError. */
export async function confirmReset(token: string, password: string) {
  await call(confirmResetCall, { form: { token, password } })
  // The server has ended all sessions; this browser's is best forgotten here too.
  endSession('signedOut')
}
