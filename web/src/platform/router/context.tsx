import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Location } from './location.ts'
import type { Page, Router, RouterState } from './router.ts'

const Context = createContext<{ readonly router: Router; readonly state: RouterState } | null>(null)

type Props = { router: Router; children: ReactNode }

/** Renders with the router's state; a new page is rendered in a transition, so that the old one stays meanwhile. */
export function RouterProvider({ router, children }: Props) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const show = (next: RouterState) => startTransition(() => setState(next))
    show(router.state)
    return router.subscribe(show)
  }, [router])
  const value = useMemo(() => ({ router, state }), [router, state])
  return <Context value={value}>{children}</Context>
}

function useRouter() {
  const found = use(Context)
  if (found === null) throw new Error('used outside of a RouterProvider')
  return found
}

export const useLocation = (): Location => useRouter().state.location
export const useNavigationType = () => useRouter().state.action
export const useNavigate = () => useRouter().router.navigate
/** The page to show; null until the first one has loaded. */
export const usePage = (): Page | null => useRouter().state.page
/** True while another page is loading. */
export const usePending = (): boolean => useRouter().state.pending

/** The current query; the same object until it changes. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Holds navigations back while `blocks` is true. Returns the two answers to the one that waits, if any. */
export function useBlocker(
  blocks: boolean,
): { readonly leave: () => void; readonly stay: () => void } | null {
  const { router } = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => (blocks ? router.block((proceed) => setLeave(() => proceed)) : undefined), [blocks, router])
  return blocks && leave ? { leave, stay: () => setLeave(null) } : null
}
