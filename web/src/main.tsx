import './ui/tokens.css'
import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import * as z from 'zod/mini'
import { loginFor } from './guard.ts'
import { startPreferences } from './preferences.ts'
import { routes } from './routes.tsx'
import { followOtherTabs, onSessionEnd } from './session.ts'

/** The content security policy forbids what zod would compile. */
z.config({ jitless: true })

onSessionEnd((reason) => {
  if (reason === 'elsewhere' || reason === 'removed') window.location.replace('/login')
  if (reason === 'ended') window.location.replace(loginFor(new URL(window.location.href)))
})
followOtherTabs()

const router = createBrowserRouter(routes())

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

Promise.all([startPreferences(), firstPage]).then(show, sayUnloaded)
