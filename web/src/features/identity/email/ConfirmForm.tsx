import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { confirmEmail } from '../api/email.ts'
import { usePasswordSubmit } from '../fields/usePasswordSubmit.ts'
import type { LinkEnd } from './LinkPage.tsx'

type Props = { token: string; ended: (how: LinkEnd) => void }

/** Asks for the account's password: the mail may have gone to a mistyped address. */
export function ConfirmForm({ token, ended }: Props) {
  const { t } = useTranslation('email', 'signIn', 'errors')
  const { password, missing, busy, fault, retryAfterSeconds, submit } = usePasswordSubmit(
    'password_wrong',
    async (secret) => {
      try {
        ended({ email: await confirmEmail(token, secret) })
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        ended('failed')
      }
    },
  )
  const wrong = fault?.code === 'password_wrong'

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('confirm.intro')}</p>
      <RateLimitNotice fault={wrong ? null : fault} retryAfterSeconds={retryAfterSeconds} />
      <PasswordField
        ref={password}
        name="password"
        autoComplete="current-password"
        label={t('signIn:password')}
        showLabel={t('signIn:showPassword')}
        fault={missing ? t('signIn:passwordMissing') : wrong ? t('errors:password_wrong') : null}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('confirm.busy') : t('confirm.submit')}
      </Button>
    </form>
  )
}
