import { useEffect, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { checkReset } from '../api/accounts.ts'

/**
 * Whether a link can be used; null until that is known. One that could not be looked at is offered: whatever is wrong
 * is said when it is used.
 */
export function useLinkCheck(token: string): 'good' | 'over' | null {
  const [state, setState] = useState<'good' | 'over' | null>(null)
  useEffect(() => {
    let current = true
    checkReset(token).then(
      () => current && setState('good'),
      (cause: unknown) => current && setState(toFault(cause).code === 'link_invalid' ? 'over' : 'good'),
    )
    return () => {
      current = false
    }
  }, [token])
  return state
}
