import { create } from 'zustand'
import { stored } from '../stored.ts'
import { whenSaved } from './unsaved.ts'

/** A reload that has just been made did not help: another one would not either. */
const APART_MS = 60_000

/** The build this page was made by; null while developing. */
export const ownBuild = () => document.documentElement.getAttribute('data-build')

type Version = {
  /** The build the server named last; null while that is ours, or none. */
  readonly served: string | null
  /** The build whose offer was put off. */
  readonly putOff: string | null
  /** Whether this page is newer than what it was loaded with, and could not put that right by itself. */
  readonly stuck: boolean
}
export const useVersion = create<Version>(() => ({ served: null, putOff: null, stuck: false }))

/** Whether the server's portal is another one than this page. */
export const isOutdated = ({ served } = useVersion.getState()) => served !== null && ownBuild() !== null

/** Whether the owner is to be asked for a reload. */
export const isOffered = (version: Version) =>
  version.stuck || (isOutdated(version) && version.served !== version.putOff)

/**
 * Takes note of the build that an answer names. While servers are replaced one by one, one of ours still gives this
 * page: a reload would be in vain.
 */
export function heardBuild(build: string | null) {
  if (build === null) return
  const served = build === ownBuild() ? null : build
  if (served !== useVersion.getState().served) useVersion.setState({ served })
}

export const putOff = () => useVersion.setState(({ served }) => ({ putOff: served, stuck: false }))

/** SHL-06: loads the page anew, as soon as nothing is lost by it; never again and again: then it is offered. */
export async function reloadItself(now = () => Date.now()) {
  await whenSaved()
  const last = stored.selfReload.get()?.getTime() ?? Number.NEGATIVE_INFINITY
  if (Math.abs(now() - last) < APART_MS) return useVersion.setState({ stuck: true })
  stored.selfReload.set(new Date(now()))
  window.location.reload()
}
