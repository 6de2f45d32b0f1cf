import {
  beginProvider,
  finishProvider,
  getProvider,
  linkProvider,
} from '@kellersonne/contract/identity/provider'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { startSession } from './startSession.ts'

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
  if (answer.outcome === 'signed_in') startSession(answer, answer.stay_logged_in)
  return answer
}

/** Links the provider's identity to the account and starts its session. Throws an ApiError. */
export async function linkAccount(ticket: string, password: string) {
  const answer = await call(linkProvider, { form: { ticket, password } })
  startSession(answer, answer.stay_logged_in)
}
