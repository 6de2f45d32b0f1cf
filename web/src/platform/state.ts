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

/** Clears this tab's storage, which is not the current owner's; the open page itself stays unchanged. */
export function clearTabOfOther() {
  clearTab()
  stored.state.set(fresh())
}

/**
 * This tab's state for the current owner. The session to which it belongs may have ended in another tab while this one
 * showed another site; everything of it is then cleared.
 */
function storedState(): ApplicationState {
  const anew = fresh()
  const state = stored.state.get()
  if (state?.owner === anew.owner) return state
  if (state) clearTabOfOther()
  return anew
}

/** State that belongs to neither server, URL nor a form. Saved to session storage while there is a session. */
export const useAppState = create<ApplicationState>(storedState)
useAppState.subscribe((state) => {
  if (stored.accessToken.get() !== null && !isOfOtherOwner()) stored.state.set(state)
})

/** True if another owner has signed in, in another tab, since this page was loaded: nothing here belongs to them. */
export function isOfOtherOwner() {
  const { owner } = useAppState.getState()
  const signedIn = fresh().owner
  return owner !== null && signedIn !== null && signedIn !== owner
}

/** Starts the state of a new session, so that session storage is no longer empty (AUT-08). */
export const startState = () => useAppState.setState(fresh())

/** Assigns state without an owner to the signed-in owner. */
export function assignStateToOwner() {
  if (useAppState.getState().owner === null) useAppState.setState({ owner: fresh().owner })
}

/** The system that the owner chose in the session before, as long as the list has the same length. */
function lastChosen(owner: string | null, systems: readonly ListEntry[]) {
  const choice = stored.lastChoice.get()
  return choice?.owner === owner && choice.of === systems.length ? (systems[choice.place]?.sn ?? null) : null
}

/** The list that this tab stored before the page was loaded. */
const listOfBefore = useAppState.getState().systems
/** True once the server has sent the list of systems since the page was loaded. */
export const isListConfirmed = () => useAppState.getState().systems !== listOfBefore

export const keepSystems = (systems: readonly ListEntry[]) =>
  useAppState.setState(({ owner, active }) => ({
    systems: [...systems],
    active: active ?? lastChosen(owner, systems),
  }))
export const keepAccessStatus = (accessStatus: number) => useAppState.setState({ accessStatus })

/** The selected system if the owner still has it, else the first in the list (ENT-01). */
export const activeOf = ({ systems, active }: ApplicationState): SerialNumber | typeof TOTAL =>
  (systems.find((entry) => entry.sn === active) ?? systems[0])?.sn ?? TOTAL

function choose(active: SerialNumber | typeof TOTAL) {
  useAppState.setState({ active })
  const { owner, systems } = useAppState.getState()
  const place = systems.findIndex(({ sn }) => sn === active)
  if (owner !== null && place >= 0) stored.lastChoice.set({ owner, place, of: systems.length })
}

/** The active system (or the total) and a function to select another. */
export const useActiveSystem = (): [active: SerialNumber | typeof TOTAL, choose: typeof choose] => [
  useAppState(activeOf),
  choose,
]

/** More than are ever shown at once. */
const MOST_CLOSED = 100
/** Closes banners until this tab's session ends; `ids` name what each was about. */
export const closeBanner = (ids: readonly string[]) =>
  useAppState.setState(({ closedBanners }) => ({
    closedBanners: [...closedBanners, ...ids].slice(-MOST_CLOSED),
  }))
export const useClosedBanners = () => useAppState((state) => state.closedBanners)
