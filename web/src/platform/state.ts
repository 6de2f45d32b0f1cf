import { type ListEntry, type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { create } from 'zustand'
import { type ApplicationState, clearTab, ownerOf, stored } from './stored.ts'

const fresh = (): ApplicationState => ({
  owner: ownerOf(stored.accessToken.get()),
  systems: [],
  active: null,
  accessStatus: null,
  closedBanners: [],
})

/** What this tab has kept for the owner who is signed in now; of anybody else's, nothing. */
function kept(): ApplicationState {
  const anew = fresh()
  const state = stored.state.get()
  if (state?.owner === anew.owner) return state
  if (state) stored.state.set(anew)
  return anew
}

/** What is neither the server's, nor the address's, nor a form's. Goes to session storage while there is a session. */
export const useAppState = create<ApplicationState>(kept)
useAppState.subscribe((state) => {
  if (stored.accessToken.get() !== null && !isAnothers()) stored.state.set(state)
})

/** Whether somebody else has signed in, in another tab, since this page was made: nothing here is theirs. */
export function isAnothers() {
  const { owner } = useAppState.getState()
  const signedIn = fresh().owner
  return owner !== null && signedIn !== null && signedIn !== owner
}

/** Starts the state of a new session, so that session storage is not empty from here on (AUT-08). */
export const startState = () => useAppState.setState(fresh())

/** Leaves nothing in this tab to somebody else who is signed in now; this page stays what it was until it is left. */
export function handOverState() {
  clearTab()
  stored.state.set(fresh())
}

/** What was nobody's is from now on whoever's is signed in. */
export function claimState() {
  if (useAppState.getState().owner === null) useAppState.setState({ owner: fresh().owner })
}

export const keepSystems = (systems: readonly ListEntry[]) => useAppState.setState({ systems: [...systems] })
export const keepAccessStatus = (accessStatus: number) => useAppState.setState({ accessStatus })

/** The chosen system if the owner still has it, else the first of the list (ENT-01). */
export const activeOf = ({ systems, active }: ApplicationState): SerialNumber | typeof TOTAL =>
  (systems.find((entry) => entry.sn === active) ?? systems[0])?.sn ?? TOTAL

const choose = (active: SerialNumber | typeof TOTAL) => useAppState.setState({ active })

/** The active system (or the total) and how to choose another. */
export const useActiveSystem = (): [active: SerialNumber | typeof TOTAL, choose: typeof choose] => [
  useAppState(activeOf),
  choose,
]

/** More than ever stand at once. */
const MOST_CLOSED = 100
/** Closes banners until the session of this tab ends; `ids` say what each was about. */
export const closeBanner = (ids: readonly string[]) =>
  useAppState.setState(({ closedBanners }) => ({
    closedBanners: [...closedBanners, ...ids].slice(-MOST_CLOSED),
  }))
export const useClosedBanners = () => useAppState((state) => state.closedBanners)
