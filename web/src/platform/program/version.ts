import { create } from 'zustand'
import { stored } from '../stored.ts'
import { whenSaved } from './unsaved.ts'

/** If a reload within this time did not help, another one will not either. */
const APART_MS = 60_000

/** The build of this page; null in development. */
export const ownBuild = () => document.documentElement.getAttribute('data-build')

type Version = {
  /** The build the server last named; null if it is ours or there was none. */
  readonly served: string | null
  /** The build whose reload offer was dismissed. */
  readonly putOff: string | null
  /** True if this page has just reloaded itself and would have to do so again. */
  readonly stuck: boolean
}
export const useVersion = create<Version>(() => ({ served: null, putOff: null, stuck: false }))

/** True if the server's build differs from this page's. */
export const isOutdated = ({ served } = useVersion.getState()) => served !== null && ownBuild() !== null

/** True if the owner should be offered a reload. */
export const isReloadOffered = (version: Version) =>
  version.stuck || (isOutdated(version) && version.served !== version.putOff)

/**
 * Records the build an answer names. Our own withdraws the offer: in a rolling deployment that server still serves
 * this page, so a reload would be in vain.
 */
export function noteServerBuild(build: string | null) {
  if (build === null) return
  const served = build === ownBuild() ? null : build
  if (served !== useVersion.getState().served) useVersion.setState({ served })
}

export const dismissReload = () => useVersion.setState(({ served }) => ({ putOff: served, stuck: false }))

/** SHL-06: reloads the page once nothing would be lost; the second time in a row it offers a reload instead. */
export async function reloadForVersion(now = () => Date.now()) {
  await whenSaved()
  const last = stored.selfReload.get()?.getTime() ?? Number.NEGATIVE_INFINITY
  if (Math.abs(now() - last) < APART_MS) return useVersion.setState({ stuck: true })
  stored.selfReload.set(new Date(now()))
  window.location.reload()
}
