import { type ReactNode, Suspense, useState } from 'react'
import { lazyDialog } from '../../../ui/feedback/lazyDialog.ts'

const AppearancePanel = lazyDialog(async () => (await import('./AppearancePanel.tsx')).AppearancePanel)

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
