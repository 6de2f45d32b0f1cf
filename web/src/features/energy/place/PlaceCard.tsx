import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { lazy, Suspense } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { Card } from '../../../ui/layout/Card.tsx'

/** Comes with its texts once the page is there. */
const Places = lazy(async () => {
  const [{ Places: Loaded }] = await withChunkTimeout(
    Promise.all([import('./Places.tsx'), loadNamespaces('place')]),
  )
  return { default: Loaded }
})

type Props = { title: string; systems: readonly { readonly sn: SerialNumber; readonly name: string }[] }

/** Where the owner's systems stand (FCT-56). */
export const PlaceCard = ({ title, systems }: Props) => (
  <div id="place">
    <Card title={title}>
      <Suspense fallback={<div aria-busy="true" />}>
        <Places systems={systems} />
      </Suspense>
    </Card>
  </div>
)
