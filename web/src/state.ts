import { type ListEntry, type SerialNumber, TOTAL } from '@kellersonne/core/systems'
import { create } from 'zustand'
import { type ApplicationState, stored } from './stored.ts'

const fresh: ApplicationState = { systems: [], active: null, accessStatus: null, closedBanners: [] }

/** What is neither the server's, nor the address's, nor a form's. Goes to session storage while there is a session. */
export const useAppState = create<ApplicationState>(() => stored.state.get() ?? fresh)
useAppState.subscribe((state) => {
  if (stored.accessToken.get() !== null) stored.state.set(state)
})

/** Starts the state of a new session, so that session storage is not empty from here on (AUT-08). */
export const startState = () => useAppState.setState({ ...fresh })

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
