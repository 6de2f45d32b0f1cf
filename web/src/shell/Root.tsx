import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useDocumentTitle } from './title.ts'

/** Moves the focus to the new page's heading, unless the page has put it somewhere itself (NAV-12). */
function useHeadingFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!document.activeElement?.matches('input'))
      document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Takes away what index.html showed until now. */
function useOwnPaint() {
  useLayoutEffect(() => {
    for (const stand of document.querySelectorAll('.first-paint')) stand.remove()
  }, [])
}

export function Root() {
  useOwnPaint()
  useDocumentTitle()
  useHeadingFocus()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
