import { dropPush } from '../../../platform/program/dropPush.ts'
import type { Redirect } from '../../../platform/router/routes.ts'
import { isOrphaned } from '../../../platform/session.ts'
import { isOfOtherOwner } from '../../../platform/state.ts'
import { signOut } from '../api/sessions.ts'

/**
 * AUT-09: signs out and reloads the sign-in page, so that nothing of the session stays in memory. If another owner
 * has signed in meanwhile, they stay signed in. The subscription goes before the page does: without an answer of the
 * server, alerts would otherwise still come to whoever uses the browser next.
 */
export async function guard(): Promise<Redirect> {
  if (!isOfOtherOwner()) {
    signOut(isOrphaned() ? 'unknown' : 'signedOut')
    await dropPush()
  }
  return { to: '/login', reload: true }
}
