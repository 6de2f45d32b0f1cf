import { useEffect, useLayoutEffect, useRef } from 'react'
import { CurrentPage } from '../../platform/router/CurrentPage.tsx'
import { useLocation, useNavigationType } from '../../platform/router/context.tsx'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { LanguageOffer } from './appearance/LanguageOffer.tsx'
import { usePaper } from './print/usePaper.ts'
import { RouteFault } from './RouteFault.tsx'
import { useDocumentTitle } from './title.ts'
import { useScrollRestoration } from './useScrollRestoration.ts'
import { VersionOffer } from './VersionOffer.tsx'

/** A new page starts at its top, with the focus on its heading unless the page has set the focus itself (NAV-12). */
function useArrival() {
  const { pathname, hash } = useLocation()
  const wayBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    if (hash !== '' && focused?.id === hash.slice(1)) return
    if (!wayBack) window.scrollTo(0, 0)
    if (!focused?.matches('input')) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname, hash, wayBack])
}

/** Removes what index.html has shown so far. */
function useOwnPaint() {
  useLayoutEffect(() => {
    for (const stand of document.querySelectorAll('.first-paint')) stand.remove()
  }, [])
}

export function Root() {
  useOwnPaint()
  useDocumentTitle()
  useArrival()
  useScrollRestoration()
  usePaper()
  return (
    <>
      <CurrentPage Fault={RouteFault} />
      <PartBoundary quiet>
        <VersionOffer />
      </PartBoundary>
      <PartBoundary quiet>
        <LanguageOffer />
      </PartBoundary>
    </>
  )
}
