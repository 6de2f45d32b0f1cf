import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { askedPage } from '../../guard.ts'
import { Switches } from '../../shell/Switches.tsx'
import { stored } from '../../stored.ts'
import { Panel } from './Panel.tsx'
import { Scene } from './Scene.tsx'
import { SignInForm } from './SignInForm.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [sessionEnded] = useState(() => stored.sessionEnded.get() ?? false)
  return (
    <Scene switches={<Switches />}>
      <Panel>
        <SignInForm
          sessionEnded={sessionEnded}
          signedIn={() => void navigate(askedPage(search.get('to')), { replace: true })}
        />
      </Panel>
    </Scene>
  )
}
