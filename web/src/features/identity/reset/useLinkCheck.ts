import { useEffect, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { checkReset } from '../api/accounts.ts'

/** A link that can be used; `linked`: the second provider signs its owner in too. */
type GoodLink = { readonly linked: boolean }

/**
 * Whether a link can be used; null until that is known. One that could not be looked at is offered: whatever is wrong
 * is said when it is used.
 */
export function useLinkCheck(token: string): GoodLink | 'over' | null {
  const [state, setState] = useState<GoodLink | 'over' | null>(null)
  useEffect(() => {
    let current = true
    checkReset(token)
      .catch((cause: unknown) => (toFault(cause).code === 'link_invalid' ? 'over' : { linked: false }))
      .then((link) => current && setState(link))
    return () => {
      current = false
    }
  }, [token])
  return state
}
