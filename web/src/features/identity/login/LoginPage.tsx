import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { requestedPage } from '../../../platform/guard.ts'
import { hasEnded, wasAccountRemoved } from '../../../platform/session.ts'
import { SignInPage } from './SignInPage.tsx'

type End = Parameters<typeof SignInPage>[0]['end']

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [end] = useState<End>(() => (wasAccountRemoved() ? 'removed' : hasEnded() ? 'ended' : null))
  return (
    <SignInPage end={end} signedIn={() => navigate(requestedPage(search.get('to')), { replace: true })} />
  )
}
