import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { askedPage } from '../../guard.ts'
import { stored } from '../../stored.ts'
import { SignInPage } from './SignInPage.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [sessionEnded] = useState(() => stored.sessionEnded.get() ?? false)
  return (
    <SignInPage
      sessionEnded={sessionEnded}
      signedIn={() => void navigate(askedPage(search.get('to')), { replace: true })}
    />
  )
}
