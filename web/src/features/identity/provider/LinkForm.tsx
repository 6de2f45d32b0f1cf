import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { linkAccount } from '../api/provider.ts'
import { EmailField } from '../fields/EmailField.tsx'
import { usePasswordSubmit } from '../fields/usePasswordSubmit.ts'
import type { Linkable, ProviderSignIn } from './useProviderSignIn.ts'

type Props = Pick<ProviderSignIn, 'signedIn' | 'register' | 'again'> & { name: string; to: Linkable }

/** Asks once for the password of the account to link. */
export function LinkForm({ name, to, signedIn, register, again }: Props) {
  const { t } = useTranslation('provider', 'errors')
  const { password, missing, busy, fault, retryAfterSeconds, submit } = usePasswordSubmit(
    'credentials_wrong',
    async (secret) => {
      await linkAccount(to.ticket, secret)
      await signedIn()
    },
  )

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <RateLimitNotice
        fault={fault}
        retryAfterSeconds={retryAfterSeconds}
        own={{ credentials_wrong: t('errors:password_wrong') }}
      />
      <p className={styles.text}>
        {to.address_confirmed ? t('linkIntro', { name }) : t('linkUnconfirmed', { name })}
      </p>
      <EmailField readOnly value={to.email} label={t('email')} />
      <PasswordField
        ref={password}
        name="password"
        autoComplete="current-password"
        label={t('password')}
        showLabel={t('showPassword')}
        fault={missing ? t('passwordMissing') : null}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('connecting') : t('connect')}
      </Button>
      {!to.address_confirmed && (
        <p className={styles.foot}>
          <TextButton onClick={() => void register(to)}>{t('notMine')}</TextButton>
        </p>
      )}
      <p className={styles.foot}>
        <TextButton onClick={again}>{t('again', { name })}</TextButton>
      </p>
    </form>
  )
}
