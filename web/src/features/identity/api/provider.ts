import {
  beginLink,
  beginProvider,
  finishLink as finishLinkCall,
  finishProvider,
  getProvider,
  linkProvider,
  unlinkProvider,
} from '@kellersonne/contract/identity/provider'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { beginSession } from '../../../platform/session.ts'
import { forgetUser, refreshUser } from './user.ts'

const provider = createQuery(() => call(getProvider, {}))
/** The second provider, if one is configured. */
export const { use: useProvider, refresh: refreshProvider } = provider

/** Resolves to the second provider's name; null if none is configured. Throws an ApiError. */
export const providerName = async () => (await call(getProvider, {})).name

/** Resolves to the provider's URL to redirect the browser to. Throws an ApiError. */
export async function askProvider(stayLoggedIn: boolean): Promise<string> {
  const form = { stay_logged_in: stayLoggedIn ? 'true' : 'false' } as const
  return (await call(beginProvider, { form })).url
}

/** Submits the query the provider has redirected back with; starts a session if it is for a linked account. */
export async function takeAnswer(query: string): Promise<Answer<typeof finishProvider>> {
  const answer = await call(finishProvider, { form: { query } })
  if (answer.outcome === 'signed_in') beginSession(answer, answer.stay_logged_in)
  return answer
}

/** Links the provider's identity to the account and starts its session. Throws an ApiError. */
export async function linkAccount(ticket: string, password: string) {
  const answer = await call(linkProvider, { form: { ticket, password } })
  beginSession(answer, answer.stay_logged_in)
}

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
