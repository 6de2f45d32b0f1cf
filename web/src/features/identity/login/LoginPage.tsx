import { useState } from 'react'
import { requestedPage } from '../../../platform/guard.ts'
import { useNavigate, useSearchParams } from '../../../platform/router/context.tsx'
import { lastSessionEnd } from '../../../platform/session.ts'
import { SignInPage } from './SignInPage.tsx'

export function Component() {
  const navigate = useNavigate()
  const search = useSearchParams()
  const [end] = useState(lastSessionEnd)
  return (
    <SignInPage end={end} signedIn={() => navigate(requestedPage(search.get('to')), { replace: true })} />
  )
}
