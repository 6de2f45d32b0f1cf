import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { withChunkTimeout } from '../platform/chunkFault.ts'
import { loginFor } from '../platform/guard.ts'
import { loadNamespaces } from '../platform/i18n/i18n.ts'
import { startPreferences } from '../platform/preferences.ts'
import { watchBackForwardCache } from '../platform/program/backForwardCache.ts'
import { reportCrashes } from '../platform/program/crashes.ts'
import { dropPush } from '../platform/program/dropPush.ts'
import { watchForms } from '../platform/program/unsaved.ts'
import { createBrowserHistory } from '../platform/router/history.ts'
import { createRouter } from '../platform/router/router.ts'
import { followOtherTabs, isSignedIn, onSessionEnd } from '../platform/session.ts'
import { shareState } from '../platform/tabs.ts'
import { App } from './frame/App.tsx'
import { preloadNext } from './frame/preload.ts'
import { routes } from './routes.tsx'

/** The content security policy forbids the code zod would compile. */
z.config({ jitless: true })

onSessionEnd(async (reason) => {
  // Elsewhere the browser may be somebody else's by now.
  if (reason !== 'elsewhere') await dropPush()
  if (reason === 'elsewhere' || reason === 'removed') window.location.replace('/login')
  if (reason === 'ended') window.location.replace(loginFor(new URL(window.location.href)))
})
followOtherTabs()
shareState()
watchForms()
watchBackForwardCache(() => document.getElementById('root')?.replaceChildren())

const router = createRouter(createBrowserHistory(), routes)
// A notification was pressed: the service worker names its page.
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (typeof data?.open === 'string') void router.navigate(data.open)
})
reportCrashes(() => router.state.page?.route.path ?? '')
preloadNext(router)

/** Idle time before the page is prepared for offline use. */
const IDLE_MS = 3000

/** Resolves once the router is ready with the first page, so that nothing is rendered before it. */
const firstPage = new Promise<void>((resolve) => {
  const look = () => router.state.page !== null && resolve()
  router.subscribe(look)
  look()
})

/** Renders synchronously, which is fastest; if index.html already shows a page, in a non-blocking transition. */
function show() {
  const root = document.getElementById('root')
  if (!root) return
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    )
  if (document.documentElement.dataset.start) startTransition(draw)
  else draw()
}

/** Without texts there is nothing to show but the fallback in index.html. */
function showLoadError() {
  delete document.documentElement.dataset.start
  const errorPage = document.getElementById('unloaded')
  errorPage?.removeAttribute('hidden')
  errorPage?.querySelector('button')?.addEventListener('click', () => window.location.reload())
}

let offlineBegun = false
/** Starts last: it speeds up the next visit, not this one. Visitors who never sign in do not need it. */
function startOffline() {
  const worked = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const wanted = document.documentElement.hasAttribute('data-build') && (isSignedIn() || worked)
  if (offlineBegun || !wanted) return
  offlineBegun = true
  const start = () =>
    void import('../platform/program/serviceWorker.ts').then(
      ({ startServiceWorker }) => startServiceWorker(),
      () => null,
    )
  setTimeout(start, IDLE_MS)
}

if (isSignedIn()) void loadNamespaces('owner').catch(() => null)
withChunkTimeout(Promise.all([startPreferences(), firstPage]))
  .then(show, showLoadError)
  .then(() => {
    startOffline()
    router.subscribe(startOffline)
  })
