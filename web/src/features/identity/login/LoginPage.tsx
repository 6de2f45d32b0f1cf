import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { askedPage } from '../../../platform/guard.ts'
import { hasEnded, wasRemoved } from '../../../platform/session.ts'
import { SignInPage } from './SignInPage.tsx'

type End = Parameters<typeof SignInPage>[0]['end']

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [end] = useState<End>(() => (wasRemoved() ? 'removed' : hasEnded() ? 'ended' : null))
  return <SignInPage end={end} signedIn={() => navigate(askedPage(search.get('to')), { replace: true })} />
}
