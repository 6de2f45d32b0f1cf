import { providerAnswer } from './providerAnswer.ts'
import { hrefOf, locate } from './router/location.ts'
import { redirect, type Visit } from './router/routes.ts'
import { isOrphaned, isSignedIn } from './session.ts'
import { assignStateToOwner, useAppState } from './state.ts'
import { adoptState } from './tabs.ts'

const HOME = '/dashboard'

/** Would sign out who has just signed in. */
const LOGOUT = /^\/logout\/?$/i

/** The page requested before sign-in if it is one of ours, otherwise the dashboard. */
export function requestedPage(asked: string | null, origin = window.location.origin): string {
  const url = asked === null ? null : URL.parse(asked, origin)
  if (url?.origin !== origin) return HOME
  const location = locate(hrefOf(url), HOME)
  return LOGOUT.test(location.pathname) ? HOME : hrefOf(location)
}

/** The sign-in URL that returns to the requested page. */
export function loginFor(url: URL): string {
  const asked = `${url.pathname}${url.search}`
  return asked === HOME ? '/login' : `/login?${new URLSearchParams({ to: asked })}`
}

/** NAV-09: signed-in owners skip the sign-in pages. */
export const guestsOnly = () => (isSignedIn() ? redirect(HOME) : null)

/** NAV-09, AUT-08: requires a token; a token whose session state no tab has is signed out. */
export async function ownersOnly({ url }: Pick<Visit, 'url'>) {
  if (!isSignedIn()) return redirect(loginFor(url))
  if (isOrphaned() && !(await adoptState())) return redirect('/logout')
  assignStateToOwner()
  return null
}

/** AUT-18: signed-in owners get to the provider's page with its answer alone, to link it to their account. */
export const guestsOrAnswer = ({ url }: Pick<Visit, 'url'>) =>
  isSignedIn() && providerAnswer(url.search) !== null ? ownersOnly({ url }) : guestsOnly()

/** NAV-10: a page that builds on the current data requires that it has been loaded. */
export const loadedDataOnly = () => (useAppState.getState().accessStatus === null ? redirect(HOME) : null)
