import { startTransition, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from '../../platform/router/context.tsx'

type Options = {
  /** Replaces the history entry, so that Back skips it. */
  readonly replace?: boolean
}

/**
 * The URL's query and a function to change it. A change takes effect at once, and the next one builds on it even
 * while the navigation is pending.
 */
export function useUrlQuery(): [
  address: URLSearchParams,
  go: (next: URLSearchParams, options?: Options) => void,
] {
  const navigate = useNavigate()
  const search = useSearchParams()
  const [address, show] = useOptimistic(search)
  const go = (next: URLSearchParams, { replace = false }: Options = {}) =>
    startTransition(async () => {
      show(next)
      await navigate({ search: next.toString() }, { replace })
    })
  return [address, go]
}
