import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from './context.tsx'
import { hrefOf, locate } from './location.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Loads the page from the server. */
  reload?: boolean
}

/** True for a click that the browser would follow in this window. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

/** A link to a page of the portal. */
export function Link({ to, reload = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const own = rest.target === undefined || rest.target === '_self'
    if (event.defaultPrevented || reload || !own || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(to)
  }
  return <a {...rest} href={hrefOf(locate(to, pathname))} onClick={follow} />
}

/** A link that is marked on its page and, unless `end` is set, on the pages below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}
