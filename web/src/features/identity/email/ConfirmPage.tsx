import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { isSignedIn } from '../../../platform/session.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { FormResult } from './FormResult.tsx'
import { LinkPage } from './LinkPage.tsx'

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation('email')
  return (
    <FormResult kind="ok" text={t('confirm.done', { email })}>
      {isSignedIn() ? (
        <TextLink to="/dashboard">{t('confirm.dashboard')}</TextLink>
      ) : (
        <TextLink to="/login">{t('confirm.signIn')}</TextLink>
      )}
    </FormResult>
  )
}

function Failed() {
  const { t } = useTranslation('email')
  return (
    <FormResult kind="danger" text={t('confirm.failed')}>
      <TextLink to="/user">{t('confirm.user')}</TextLink>
    </FormResult>
  )
}

/** Confirms an e-mail address with the token of the link sent to it and the account's password (AUT-16). */
export function Component() {
  const { t } = useTranslation('email')
  return (
    <LinkPage
      title={t('confirm.title')}
      form={(token, ended) => <ConfirmForm key={token} token={token} ended={ended} />}
      done={(email) => <Confirmed email={email} />}
      failed={<Failed />}
    />
  )
}
