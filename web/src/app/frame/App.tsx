import { RouterProvider, useLocation } from '../../platform/router/context.tsx'
import { PageBoundary } from '../../platform/router/PageBoundary.tsx'
import type { Router } from '../../platform/router/router.ts'
import { Root } from './Root.tsx'
import { RouteFault } from './RouteFault.tsx'

/** Shows a message even if what surrounds all pages fails. */
function BoundedRoot() {
  const { key } = useLocation()
  return (
    <PageBoundary Fault={RouteFault} framed={false} of={key}>
      <Root />
    </PageBoundary>
  )
}

/** The portal: the router's current page, and what belongs to all of them. */
export const App = ({ router }: { router: Router }) => (
  <RouterProvider router={router}>
    <BoundedRoot />
  </RouterProvider>
)
