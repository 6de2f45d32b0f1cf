import {
  checkReset as checkResetCall,
  confirmReset as confirmResetCall,
  requestReset as requestResetCall,
} from '@kellersonne/contract/identity/accounts'
import {
  checkRegistration as checkCall,
  confirmRegistration as confirmCall,
  register as registerCall,
} from '@kellersonne/contract/identity/registration'
import type { Answer, Sent } from '@kellersonne/contract/shared/endpoint'
import type { Claim } from '@kellersonne/contract/systems/systems'
import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { call } from '../../../platform/client/client.ts'
import { setServerClock } from '../../../platform/clock/serverClock.ts'
import { signOut } from './sessions.ts'
import { startSession } from './startSession.ts'

/** The deadline of a claim that waits and has just begun gives the server's time; a hand-over's may be days old. */
function takeClockOf(claims: readonly Claim[]) {
  const until = claims.find(({ outcome }) => outcome === 'pending')?.until
  if (until) setServerClock(new Date(new Date(until).getTime() - CLAIM_MS))
}

type Registered = Answer<typeof confirmCall>

function enter({ systems, access, refresh }: Registered): readonly Claim[] {
  startSession({ access, refresh }, false)
  takeClockOf(systems)
  return systems
}

/**
 * Creates an account and starts its session; resolves to the outcome of each key's claim, or to null if a
 * confirmation link was sent instead. Throws an ApiError.
 */
export async function register(form: Sent<typeof registerCall>['form']): Promise<readonly Claim[] | null> {
  const answer = await call(registerCall, { form })
  return answer.outcome === 'registered' ? enter(answer) : null
}

export type PendingRegistration = Answer<typeof checkCall>
/** Resolves to what a link would make an account of. Throws an ApiError: link_invalid if it cannot be used. */
export const checkRegistration = (token: string): Promise<PendingRegistration> =>
  call(checkCall, { form: { token } })

/**
 * Completes a registration with the token of its link and starts the session; sets the final password, and gives its
 * codes again. Resolves to the outcome of each key's claim. Throws an ApiError.
 */
export const confirmRegistration = async (form: Sent<typeof confirmCall>['form']) =>
  enter(await call(confirmCall, { form }))

/** Requests a password reset link for the address, which is sent only if it has an account. Throws an ApiError. */
export async function requestReset(email: string) {
  await call(requestResetCall, { form: { email } })
}

/** Resolves to what is known of a link that can be used. Throws an ApiError: link_invalid if it cannot be. */
export const checkReset = (token: string): Promise<Answer<typeof checkResetCall>> =>
  call(checkResetCall, { form: { token } })

/**
 * Sets a new password with the token of a link; `unlink` also ends the second provider's link to the account. Throws
 * an ApiError.
 */
export async function confirmReset(token: string, password: string, unlink: boolean) {
  await call(confirmResetCall, { form: { token, password, unlink: unlink ? 'true' : 'false' } })
  // The server has ended all sessions of the account. The one here may be of another account.
  signOut()
}
