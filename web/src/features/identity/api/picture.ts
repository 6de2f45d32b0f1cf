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

/** Without its picture the page is whole too: a failure shows what stands for it, and is tried again with the next. */
async function load(id: string) {
  show({ id, url: null })
  const file = await loadPicture().catch(() => null)
  if (store.getState().id === id) show(file ? { id, url: URL.createObjectURL(file) } : none)
}

/** The address of the owner's picture within this page; null where there is none, or not yet. */
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
