import { useEffect, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { checkRegistration, type PendingRegistration } from '../api/accounts.ts'

/**
 * What a link would make an account of; null until that is known, 'over' if the link cannot be used. Unlike with other
 * links, no form is offered before: it must say whose account it makes.
 */
export function useRegistrationCheck(token: string) {
  const [found, setFound] = useState<PendingRegistration | 'over' | null>(null)
  const { fault, run } = useMutation()
  const ask = () =>
    run(async () => {
      try {
        setFound(await checkRegistration(token))
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        setFound('over')
      }
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link.
  useEffect(() => void ask(), [token])
  return { found, fault, ask }
}
