import { useLocation, usePage } from './context.tsx'
import { type Fault, PageBoundary } from './PageBoundary.tsx'

/** The page of the current location, within its layout. */
export function CurrentPage({ Fault }: { Fault: Fault }) {
  const { key } = useLocation()
  const page = usePage()
  if (page === null) return null
  const { Component: Content, Layout, fault, route } = page
  const framed = Layout !== null
  const content =
    fault === null ? Content && <Content key={route.path} /> : <Fault fault={fault} framed={framed} />
  const bounded = (
    <PageBoundary Fault={Fault} framed={framed} of={key}>
      {content}
    </PageBoundary>
  )
  if (Layout === null) return bounded
  return (
    <PageBoundary Fault={Fault} framed={false} of={key}>
      <Layout>{bounded}</Layout>
    </PageBoundary>
  )
}
