import { startTransition, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type Options = {
  /** Goes back past it. */
  readonly replace?: boolean
}

/**
 * What the address asks for, and how to ask for something else. That shows at once, and the next change builds on
 * it, also while the address is still on its way there.
 */
export function useAddress(): [
  address: URLSearchParams,
  go: (next: URLSearchParams, options?: Options) => void,
] {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [address, show] = useOptimistic(search)
  const go = (next: URLSearchParams, { replace = false }: Options = {}) =>
    startTransition(async () => {
      show(next)
      await navigate({ search: next.toString() }, { replace, preventScrollReset: true })
    })
  return [address, go]
}
