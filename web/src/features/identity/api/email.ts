import {
  confirmEmail as confirmCall,
  resendConfirmation as resendCall,
  undoEmailChange as undoCall,
} from '@kellersonne/contract/identity/email'
import { call } from '../../../platform/client/client.ts'
import { stored } from '../../../platform/stored.ts'
import { signOut } from './sessions.ts'
import { forgetUser } from './user.ts'

/**
 * Confirms an address with its link's token; resolves to the account's address. If it is the first of an account, the server ends all its
 * sessions but the one here. Throws an ApiError.
 */
export async function confirmEmail(token: string, password: string): Promise<string> {
  const refresh = stored.refreshToken.get() ?? undefined
  const { email } = await call(confirmCall, { form: { token, password, refresh } })
  forgetUser()
  return email
}

/** Restores an account's former address with its link's token; resolves to that address. Throws an ApiError. */
export async function undoEmailChange(token: string): Promise<string> {
  const { email } = await call(undoCall, { form: { token } })
  // The server has ended all sessions of the account. The one here may be of another account.
  signOut()
  return email
}

/** Resends the link to the unconfirmed address. Throws an ApiError. */
export async function resendConfirmation() {
  await call(resendCall, { form: {} })
}
