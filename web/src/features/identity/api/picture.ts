import { useEffect } from 'react'
import { create } from 'zustand'
import { onSessionEnd } from '../../../platform/session.ts'
import { loadPicture } from './user.ts'

type Shown = { readonly id: string | null; readonly url: string | null }
const none: Shown = { id: null, url: null }
const store = create<Shown>(() => none)

function show(next: Shown) {
  const { url } = store.getState()
  if (url !== null) URL.revokeObjectURL(url)
  store.setState(next)
}
onSessionEnd(() => show(none))

/** The picture is optional: on failure a placeholder is shown, and the next use retries. */
async function load(id: string) {
  show({ id, url: null })
  const file = await loadPicture().catch(() => null)
  if (store.getState().id === id) show(file ? { id, url: URL.createObjectURL(file) } : none)
}

/** Object URL of the owner's picture; null if there is none, or it has not loaded yet. */
export function usePicture(id: string | null): string | null {
  useEffect(() => {
    const { id: shown } = store.getState()
    if (id === shown) return
    if (id === null) show(none)
    else void load(id)
  }, [id])
  const { id: shown, url } = store()
  return shown === id ? url : null
}
