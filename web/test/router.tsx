import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { RouteFault } from '../src/app/frame/RouteFault.tsx'
import { CurrentPage } from '../src/platform/router/CurrentPage.tsx'
import { RouterProvider } from '../src/platform/router/context.tsx'
import { createMemoryHistory } from '../src/platform/router/history.ts'
import { createRouter, type Router } from '../src/platform/router/router.ts'
import type { Route } from '../src/platform/router/routes.ts'

type Entry = { pathname: string; search?: string; hash?: string; state?: unknown }

/** A router without an address bar, at an entry; `go` moves as Back and Forward do. */
export function routerAt(routes: readonly Route[], entry: string | Entry) {
  const history = createMemoryHistory([entry])
  return Object.assign(createRouter(history, routes), { go: history.go })
}

/** A route that shows a text. */
export const textRoute = (path: string, text = path): Route => ({ path, Component: () => <p>{text}</p> })

/** The router's current page, without the portal around it. */
export const RoutedPage = ({ router }: { router: Router }) => (
  <RouterProvider router={router}>
    <CurrentPage Fault={RouteFault} />
  </RouterProvider>
)

/** Renders one page at its URL, and stubs for others that show their path. */
export function showPage(Component: ComponentType, entry: Entry, others: readonly string[] = []) {
  const router = routerAt(
    [{ path: entry.pathname, Component }, ...others.map((path) => textRoute(path))],
    entry,
  )
  render(<RoutedPage router={router} />)
  return router
}
