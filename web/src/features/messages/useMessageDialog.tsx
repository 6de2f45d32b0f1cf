import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '../../ui/feedback/lazyDialog.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import type { ShownMessage } from './shown.ts'

const MessageDialog = lazyDialog(async () => (await import('./MessageDialog.tsx')).MessageDialog, 'details')

/** Details of a message, or of the same one at several systems: `show` opens `dialog`, which must be rendered. */
export function useMessageDialog(view: LiveViewModel) {
  const [shown, setShown] = useState<readonly ShownMessage[]>([])
  const show = useCallback((...messages: ShownMessage[]) => setShown(messages), [])
  const close = useCallback(() => setShown([]), [])
  useFocusAfter(shown.length > 0)
  const dialog = shown.length > 0 && (
    <Suspense fallback={null}>
      <MessageDialog messages={shown} view={view} close={close} />
    </Suspense>
  )
  return { show, dialog }
}

/** If the focused element has disappeared, the browser cannot restore the focus: it goes to the content instead. */
function useFocusAfter(open: boolean) {
  const was = useRef<boolean>(false)
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) focusContent()
    was.current = open
  }, [open])
}

export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })
