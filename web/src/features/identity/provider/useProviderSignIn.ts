import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { askProvider, takeAnswer } from '../api/provider.ts'

/** How long the redirect to the provider may take before it can be retried. */
const LEAVING_MS = 5000

/** The account that the provider's identity can be linked to. */
export type Linkable = { readonly email: string; readonly ticket: string }
type Step = 'begin' | 'finishing' | Linkable

/** A provider's authorization response (RFC 6749, 4.1.2). */
function answerIn(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.has('code') || query.has('error') ? search : null
}

/** Signing in at the provider, from leaving the portal to the outcome on return. */
export function useProviderSignIn(leave: (url: string) => void) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [answer] = useState(() => answerIn(search))
  const [step, setStep] = useState<Step>(answer === null ? 'begin' : 'finishing')
  const { attempt, ...state } = useRateLimitedSubmit()

  const signedIn = () => navigate('/dashboard', { replace: true })

  async function finish(query: string) {
    try {
      const taken = await takeAnswer(query)
      if (taken.outcome === 'link') return setStep(taken)
      if (taken.outcome === 'signed_in') return await signedIn()
      const { ticket, email } = taken
      await navigate('/register', { replace: true, state: { ticket, email } })
    } catch (cause) {
      setStep('begin')
      throw cause
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is valid once, and the page is loaded for it.
  useEffect(() => {
    if (answer === null) return
    // Codes must not stay in the address bar or the history.
    void navigate(pathname, { replace: true })
    void attempt(() => finish(answer))
  }, [answer])

  return {
    ...state,
    step,
    signedIn,
    begin: (stayLoggedIn: boolean) =>
      attempt(async () => {
        leave(await askProvider(stayLoggedIn))
        await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
      }),
    again: () => setStep('begin'),
  }
}
export type ProviderSignIn = ReturnType<typeof useProviderSignIn>
