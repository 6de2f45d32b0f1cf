import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { SignInForm } from './SignInForm.tsx'

type Props = Parameters<typeof SignInForm>[0]

export function SignInPage(form: Props) {
  const { t } = useTranslation('signIn')
  return (
    <AuthLayout>
      <Panel title={t('title')} intro={t('intro')}>
        <SignInForm {...form} />
        <ProviderSignIn />
      </Panel>
    </AuthLayout>
  )
}
