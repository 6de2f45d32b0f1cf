import { useEffect, useState } from 'react'
import { providerAnswer } from '../../../platform/providerAnswer.ts'
import { useLocation, useNavigate } from '../../../platform/router/context.tsx'

/** Hands on the answer with which the provider has sent the browser back; resolves to null if there is none. */
export function useProviderAnswer(take: (answer: string) => void): string | null {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [answer] = useState(() => providerAnswer(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is valid once, and the page is loaded for it.
  useEffect(() => {
    if (answer === null) return
    // Codes must not stay in the address bar or the history.
    void navigate(pathname, { replace: true })
    take(answer)
  }, [answer])
  return answer
}
