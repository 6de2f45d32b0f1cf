import {
  endSession as endSessionCall,
  listSessions,
  signIn as signInCall,
} from '@kellersonne/contract/identity/sessions'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { endSession, type SessionEnd } from '../../../platform/session.ts'
import { isOfOtherOwner } from '../../../platform/state.ts'
import { stored } from '../../../platform/stored.ts'
import { endOnServer, startSession } from './startSession.ts'

export type Credentials = { email: string; password: string; stayLoggedIn: boolean }

/** Signs in and starts the session. Throws an ApiError. */
export async function signIn({ email, password, stayLoggedIn }: Credentials) {
  const form = { email, password, stay_logged_in: stayLoggedIn ? 'true' : 'false' } as const
  startSession(await call(signInCall, { form }), stayLoggedIn)
}

/**
 * Ends the session here at once, and on the server even if the page is being left; never another owner's. If the server
 * cannot be reached, the session stays open there, without a token here: to keep one for later would leave it to others.
 */
export function signOut(reason: SessionEnd = 'signedOut') {
  const refresh = stored.refreshToken.get()
  if (refresh !== null && !isOfOtherOwner()) void endOnServer(refresh)
  endSession(reason)
}

const sessions = createQuery(() => call(listSessions, {}))
/** The owner's active sessions. */
export const { use: useSessions, refresh: refreshSessions } = sessions

/** Signs a device out. Throws an ApiError. */
export async function signOutDevice(id: string) {
  await call(endSessionCall, { form: { id } })
  await refreshSessions()
}
