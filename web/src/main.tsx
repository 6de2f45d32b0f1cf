import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
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
  if (reason === 'elsewhere') window.location.replace('/login')
  if (reason === 'ended') window.location.replace(loginFor(new URL(window.location.href)))
})
followOtherTabs()

function show() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes())} />
    </StrictMode>,
  )
}

/** Without words there is nothing to show but what index.html brings along. */
function sayUnloaded() {
  delete document.documentElement.dataset.start
  document.getElementById('unloaded')?.removeAttribute('hidden')
}

startPreferences().then(show, sayUnloaded)
