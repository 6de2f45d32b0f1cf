import {
  beginLink,
  finishLink as finishLinkCall,
  unlinkProvider,
} from '@kellersonne/contract/identity/provider'
import { call } from '../../../platform/client/client.ts'
import { forgetUser, refreshUser } from './user.ts'

/** Resolves to the provider's URL, at which the signed-in owner links it to their account. Throws an ApiError. */
export const askToLink = async (password: string): Promise<string> =>
  (await call(beginLink, { form: { password } })).url

/** Submits the query the provider has redirected back with, to link it to the owner's account. Throws an ApiError. */
export async function finishLink(query: string) {
  await call(finishLinkCall, { form: { query } })
  forgetUser()
}

/** Ends the provider's link to the owner's account. Throws an ApiError. */
export async function unlink(password: string) {
  await call(unlinkProvider, { form: { password } })
  await refreshUser()
}
