import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { confirmEmail } from '../api/email.ts'
import { CurrentPasswordForm } from '../fields/CurrentPasswordForm.tsx'
import type { LinkEnd } from './LinkPage.tsx'

type Props = { token: string; ended: (how: LinkEnd) => void }

/** Confirms an address with the password of its account. */
export function ConfirmForm({ token, ended }: Props) {
  const { t } = useTranslation('email', 'signIn')
  return (
    <CurrentPasswordForm
      words={{
        intro: t('confirm.intro'),
        label: t('signIn:password'),
        submit: t('confirm.submit'),
        busy: t('confirm.busy'),
      }}
      save={async (password) => ended({ email: await confirmEmail(token, password) })}
      refused={() => ended('failed')}
    />
  )
}
