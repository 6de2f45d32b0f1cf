import type { Redirect } from '../../../platform/router/routes.ts'
import { isOrphaned } from '../../../platform/session.ts'
import { isOfOtherOwner } from '../../../platform/state.ts'
import { signOut } from '../api/sessions.ts'

/**
 * AUT-09: signs out and reloads the sign-in page, so that nothing of the session stays in memory. If another owner
 * has signed in meanwhile, they stay signed in.
 */
export function guard(): Redirect {
  if (!isOfOtherOwner()) signOut(isOrphaned() ? 'unknown' : 'signedOut')
  return { to: '/login', reload: true }
}
