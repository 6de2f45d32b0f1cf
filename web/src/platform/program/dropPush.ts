/** Asks the service worker to do the same. */
export const END_PUSH = 'end push'
/** How long leaving may wait for the browser: it may ask its push service, which may be away. */
const PATIENCE_MS = 1000

let flight: Promise<unknown> | null = null

async function drop() {
  const { unsubscribe } = await import('./pushBrowser.ts')
  await unsubscribe()
}

/** Has this browser show nothing more of the session that ends. Resolves after a second at the latest, and never rejects. */
export async function dropPush(): Promise<void> {
  // Without the permission there is nothing to drop, and no code to load.
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // The page may be gone before it has done it.
  navigator.serviceWorker?.controller?.postMessage(END_PUSH)
  flight ??= drop()
    .catch(() => null)
    .finally(() => {
      flight = null
    })
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, PATIENCE_MS)
  await Promise.race([flight, late.promise])
  clearTimeout(timer)
}
