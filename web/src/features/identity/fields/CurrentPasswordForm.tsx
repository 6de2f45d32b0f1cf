import type { ReactNode } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { usePasswordSubmit } from './usePasswordSubmit.ts'

type Props = {
  /** Texts of the form: what the password is for, its label, the button and the busy button. */
  words: { readonly intro: string; readonly label: string; readonly submit: string; readonly busy: string }
  /** Throws an ApiError. */
  save: (password: string, form: FormData) => Promise<void>
  /** Called if the link is invalid. */
  refused: () => void
  /** Fields of the page's own. */
  children?: ReactNode
}

/** The password of an account, for visitors with a mailed link: the mail may have gone to a mistyped address. */
export function CurrentPasswordForm({ words, save, refused, children }: Props) {
  const { t } = useTranslation('signIn', 'errors')
  const { password, missing, busy, fault, retryAfterSeconds, submit } = usePasswordSubmit(
    'password_wrong',
    async (secret, form) => {
      try {
        await save(secret, form)
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        refused()
      }
    },
  )
  const wrong = fault?.code === 'password_wrong'

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{words.intro}</p>
      <RateLimitNotice fault={wrong ? null : fault} retryAfterSeconds={retryAfterSeconds} />
      <PasswordField
        ref={password}
        name="password"
        autoComplete="current-password"
        label={words.label}
        showLabel={t('showPassword')}
        fault={missing ? t('passwordMissing') : wrong ? t('errors:password_wrong') : null}
      />
      {children}
      <Button type="submit" busy={busy}>
        {busy ? words.busy : words.submit}
      </Button>
    </form>
  )
}
