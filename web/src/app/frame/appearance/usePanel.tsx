import { lazy, type ReactNode, Suspense, useState } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { ChunkLoadError } from '../../../ui/feedback/ChunkLoadError.tsx'

const AppearancePanel = lazy(async () => ({
  default: await withChunkTimeout(import('./AppearancePanel.tsx')).then(
    (loaded) => loaded.AppearancePanel,
    () => ChunkLoadError,
  ),
}))

/** Returns a function that opens the settings panel (SHL-05), and the panel itself, to be rendered. */
export function usePanel(): { open: () => void; panel: ReactNode } {
  const [shown, setShown] = useState(false)
  const panel = shown && (
    <Suspense fallback={null}>
      <AppearancePanel close={() => setShown(false)} />
    </Suspense>
  )
  return { open: () => setShown(true), panel }
}
