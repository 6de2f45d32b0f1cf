import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

type Entry = { pathname: string; hash?: string; state?: unknown }

/** Renders one page at its URL, and stubs for others that show their path. */
export function showPage(Component: ComponentType, entry: Entry, others: readonly string[] = []) {
  const pages = others.map((path) => ({ path, element: <p>{path}</p> }))
  const table = [{ path: entry.pathname, Component }, ...pages]
  const router = createMemoryRouter(table, { initialEntries: [entry] })
  render(<RouterProvider router={router} />)
  return router
}
