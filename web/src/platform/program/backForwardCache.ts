import { isSignedIn, onSessionEnd, sessionOwner } from '../session.ts'

/**
 * A browser may restore a page from its back/forward cache. Hides and reloads it if its owner has signed out
 * since, here or in another tab.
 */
export function watchBackForwardCache(hide: () => void) {
  let left: string | null = null
  let ended = false
  onSessionEnd(() => {
    ended = true
  })
  window.addEventListener('pagehide', () => {
    left = sessionOwner()
    if (ended && !isSignedIn()) hide()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || (!ended && sessionOwner() === left)) return
    hide()
    window.location.reload()
  })
}
