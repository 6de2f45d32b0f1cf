import { type ReactNode, useState } from 'react'
import { RouterProvider } from './context.tsx'
import { createMemoryHistory } from './history.ts'
import { createRouter } from './router.ts'

type Props = { at?: string; children: ReactNode }

/** Renders its children as at a path, without an address bar. */
export function MemoryRouter({ at = '/', children }: Props) {
  const [router] = useState(() => createRouter(createMemoryHistory([at]), []))
  return <RouterProvider router={router}>{children}</RouterProvider>
}
