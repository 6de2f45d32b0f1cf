import {
  endSession as endSessionCall,
  listSessions,
  signIn as signInCall,
  signOut as signOutCall,
} from '@kellersonne/contract/identity/sessions'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { beginSession, endSession, type SessionEnd } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'

export type Credentials = { email: string; password: string; stayLoggedIn: boolean }

/** Signs in and starts the session. Throws an ApiError. */
export async function signIn({ email, password, stayLoggedIn }: Credentials) {
  const form = { email, password, stay_logged_in: stayLoggedIn ? 'true' : 'false' } as const
  beginSession(await call(signInCall, { form }), stayLoggedIn)
}

/** Ends the session here at once, and on the server even if the page is being left. */
export function signOut(reason: SessionEnd = 'signedOut') {
  const refresh = stored.refreshToken.get()
  if (refresh !== null) call(signOutCall, { form: { refresh } }, { keepalive: true }).catch(() => null)
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
