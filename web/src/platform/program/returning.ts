import { isSignedIn, onSessionEnd, sessionOwner } from '../session.ts'

/**
 * A browser can bring a page that was left back as it was. Where its owner has signed out meanwhile, here or in
 * another tab, nothing of it is shown.
 */
export function watchReturning(hide: () => void) {
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
