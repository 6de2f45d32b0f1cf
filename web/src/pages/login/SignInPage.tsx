import { Switches } from '../../shell/Switches.tsx'
import { Panel } from './Panel.tsx'
import { Scene } from './Scene.tsx'
import { SignInForm } from './SignInForm.tsx'

type Props = Parameters<typeof SignInForm>[0]

export const SignInPage = (form: Props) => (
  <Scene switches={<Switches />}>
    <Panel>
      <SignInForm {...form} />
    </Panel>
  </Scene>
)
