import { useState } from 'react'
import { useNavigate } from '../../../platform/router/context.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { askProvider, takeAnswer } from '../api/provider.ts'
import { type Leave, leaveFor } from './leaveFor.ts'
import { useProviderAnswer } from './useProviderAnswer.ts'

/** The account that the provider's identity can be linked to. */
export type Linkable = {
  readonly email: string
  readonly ticket: string
  /** False: nobody has confirmed its address, so that it may be somebody else's account. */
  readonly address_confirmed: boolean
}
type Step = 'begin' | Linkable

/** Signing in at the provider, from leaving the portal to the outcome on return. */
export function useProviderSignIn(leave: Leave) {
  const navigate = useNavigate()
  const { attempt, ...state } = useRateLimitedSubmit()
  const answer = useProviderAnswer((query) => void attempt(() => finish(query)))
  const [known, setStep] = useState<Step | null>(answer === null ? 'begin' : null)

  const signedIn = () => navigate('/dashboard', { replace: true })

  const register = ({ ticket, email }: { readonly ticket: string; readonly email: string | null }) =>
    navigate('/register', { replace: true, state: { ticket, email } })

  async function finish(query: string) {
    try {
      const taken = await takeAnswer(query)
      if (taken.outcome === 'link') return setStep(taken)
      if (taken.outcome === 'signed_in') return await signedIn()
      await register(taken)
    } catch (cause) {
      setStep('begin')
      throw cause
    }
  }

  return {
    ...state,
    step: known ?? ('finishing' as const),
    signedIn,
    register,
    begin: (stayLoggedIn: boolean) => attempt(async () => leaveFor(await askProvider(stayLoggedIn), leave)),
    again: () => setStep('begin'),
  }
}
export type ProviderSignIn = ReturnType<typeof useProviderSignIn>
