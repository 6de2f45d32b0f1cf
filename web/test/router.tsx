import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

type Entry = { pathname: string; hash?: string; state?: unknown }

/** One page at its address, and others that say only that they were reached. */
export function showPage(Component: ComponentType, entry: Entry, others: readonly string[] = []) {
  const pages = others.map((path) => ({ path, element: <p>{path}</p> }))
  const table = [{ path: entry.pathname, Component }, ...pages]
  const router = createMemoryRouter(table, { initialEntries: [entry] })
  render(<RouterProvider router={router} />)
  return router
}
