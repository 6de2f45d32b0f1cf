import { signOut } from '@kellersonne/contract/identity/sessions'
import { call } from '../../../platform/client/client.ts'
import { dropPush } from '../../../platform/program/dropPush.ts'
import { beginSession, type Tokens } from '../../../platform/session.ts'
import { ownerOf, stored } from '../../../platform/stored.ts'

/** Ends a session on the server, as far as that can be reached, even if the page is being left. */
export const endOnServer = (refresh: string) =>
  call(signOut, { form: { refresh } }, { keepalive: true }).catch(() => null)

/** Without the permission to show notifications there is nothing to take along. */
async function takePushAlong() {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  await import('./takePushAlong.ts').then((loaded) => loaded.takePushAlong()).catch(() => null)
}

/**
 * Starts a session. The one that it replaces here, as of another tab, is ended on the server: nobody could sign it out
 * any more. Its subscription, or what a sign-out without network has left, stays for the same owner alone. The server's
 * answer takes the cookie of the update service along; a call there then renews it.
 */
export function startSession(tokens: Tokens, stayLoggedIn: boolean) {
  const former = stored.refreshToken.get()
  const owner = ownerOf(stored.accessToken.get())
  const isSame = owner !== null && owner === ownerOf(tokens.access)
  beginSession(tokens, stayLoggedIn)
  if (former === null) void dropPush()
  else if (isSame) void takePushAlong().then(() => endOnServer(former))
  else void Promise.all([dropPush(), endOnServer(former)])
}
