import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import * as z from 'zod/mini'
import { inTime } from '../platform/chunkFault.ts'
import { loginFor } from '../platform/guard.ts'
import { learn } from '../platform/i18n/i18n.ts'
import { startPreferences } from '../platform/preferences.ts'
import { reportCrashes } from '../platform/program/crashes.ts'
import { watchReturning } from '../platform/program/returning.ts'
import { watchForms } from '../platform/program/unsaved.ts'
import { followOtherTabs, isSignedIn, onSessionEnd } from '../platform/session.ts'
import { preloadNext } from './frame/preload.ts'
import { routes } from './routes.tsx'

/** The content security policy forbids what zod would compile. */
z.config({ jitless: true })

onSessionEnd((reason) => {
  if (reason === 'elsewhere' || reason === 'removed') window.location.replace('/login')
  if (reason === 'ended') window.location.replace(loginFor(new URL(window.location.href)))
})
followOtherTabs()
watchForms()
watchReturning(() => document.getElementById('root')?.replaceChildren())

const router = createBrowserRouter(routes())
reportCrashes(() => router.state.matches.map(({ route }) => route.path ?? '').join('/'))
preloadNext(() => router.routes)

/** How long the page is left alone before it is made ready to work offline. */
const IDLE_MS = 3000

/** Resolves when the router knows the first page, so that nothing is drawn before it. */
const firstPage = new Promise<void>((resolve) => {
  const look = () => router.state.initialized && resolve()
  router.subscribe(look)
  look()
})

/** In one go, which is soonest; over a page that index.html shows already, in pieces that hold nothing up. */
function show() {
  const root = document.getElementById('root')
  if (!root) return
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  if (document.documentElement.dataset.start) startTransition(draw)
  else draw()
}

/** Without words there is nothing to show but what index.html brings along. */
function sayUnloaded() {
  delete document.documentElement.dataset.start
  const said = document.getElementById('unloaded')
  said?.removeAttribute('hidden')
  said?.querySelector('button')?.addEventListener('click', () => window.location.reload())
}

let offlineBegun = false
/** Comes when all else has: it makes the next visit fast, not this one. Who never signs in has no use for it. */
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

if (isSignedIn()) void learn('owner').catch(() => null)
inTime(Promise.all([startPreferences(), firstPage]))
  .then(show, sayUnloaded)
  .then(() => {
    startOffline()
    router.subscribe(startOffline)
  })
