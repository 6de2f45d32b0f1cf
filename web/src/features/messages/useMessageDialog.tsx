import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Overview } from '../live/model/overview.ts'
import { lazyDialog } from './lazyDialog.ts'
import type { ShownMessage } from './shown.ts'

const MessageDialog = lazyDialog(async () => (await import('./MessageDialog.tsx')).MessageDialog)

/** What there is to know of a message, or of the same one at several systems: `show` opens it, `dialog` is where it stands. */
export function useMessageDialog(view: Overview) {
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

/** Where what had the focus has gone meanwhile, the browser cannot give it back: the content has it then. */
function useFocusAfter(open: boolean) {
  const was = useRef<boolean>(false)
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) focusContent()
    was.current = open
  }, [open])
}

export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })
