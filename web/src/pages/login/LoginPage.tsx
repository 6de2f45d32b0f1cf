import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { askedPage } from '../../guard.ts'
import { hasEnded } from '../../session.ts'
import { SignInPage } from './SignInPage.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [sessionEnded] = useState(hasEnded)
  return (
    <SignInPage
      sessionEnded={sessionEnded}
      signedIn={() => void navigate(askedPage(search.get('to')), { replace: true })}
    />
  )
}
