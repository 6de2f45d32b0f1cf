import {
  confirmEmail as confirmCall,
  resendConfirmation as resendCall,
  undoEmailChange as undoCall,
} from '@kellersonne/contract/identity/email'
import { call } from '../../../platform/client/client.ts'
import { endSession } from '../../../platform/session.ts'
import { forgetUser } from './user.ts'

/** Confirms an address by the token of a link sent there; gives the address that counts now. Throws an ApiError. */
export async function confirmEmail(token: string, password: string): Promise<string> {
  const { email } = await call(confirmCall, { form: { token, password } })
  forgetUser()
  return email
}

/** Gives an account its former address back by the token of a link sent there; gives that address. Throws an ApiError. */
export async function undoEmailChange(token: string): Promise<string> {
  const { email } = await call(undoCall, { form: { token } })
  // The server has ended all sessions; this browser's is best forgotten here too.
  endSession('signedOut')
  return email
}

/** Has another link sent to the address that waits to be confirmed. Throws an ApiError. */
export async function resendConfirmation() {
  await call(resendCall, { form: {} })
}
