import {
  beginProvider,
  finishProvider,
  getProvider,
  linkProvider,
} from '@kellersonne/contract/identity/provider'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { call } from '../../../platform/client/client.ts'
import { resource } from '../../../platform/client/resource.ts'
import { beginSession } from '../../../platform/session.ts'

const provider = resource(() => call(getProvider, {}))
/** The second provider, and whether there is one. */
export const { use: useProvider, refresh: refreshProvider } = provider

/** The second provider's name; null where none is configured. Throws an ApiError. */
export const providerName = async () => (await call(getProvider, {})).name

/** The address at the provider to send the browser to. Throws an ApiError. */
export async function askProvider(stayLoggedIn: boolean): Promise<string> {
  const form = { stay_logged_in: stayLoggedIn ? 'true' : 'false' } as const
  return (await call(beginProvider, { form })).url
}

/** Takes the query the provider has sent the browser back with; begins a session where it is for somebody known. */
export async function takeAnswer(query: string): Promise<Answer<typeof finishProvider>> {
  const answer = await call(finishProvider, { form: { query } })
  if (answer.outcome === 'signed_in') beginSession(answer, answer.stay_logged_in)
  return answer
}

/** Links who has signed in at the provider to the account, and begins its session. Throws an ApiError. */
export async function linkAccount(ticket: string, password: string) {
  const answer = await call(linkProvider, { form: { ticket, password } })
  beginSession(answer, answer.stay_logged_in)
}
