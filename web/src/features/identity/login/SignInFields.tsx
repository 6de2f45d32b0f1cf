import type { RefObject } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { EmailField } from '../fields/EmailField.tsx'

type Props = {
  busy?: boolean
  faults?: { email: string | null; password: string | null }
  refs?: { email: RefObject<HTMLInputElement | null>; password: RefObject<HTMLInputElement | null> }
}

/** The sign-in fields. They are uncontrolled: re-renders lose nothing typed. */
export function SignInFields({ busy = false, faults, refs }: Props) {
  const { t } = useTranslation('signIn')
  return (
    <>
      <EmailField ref={refs?.email} label={t('email')} fault={faults?.email ?? null} />
      <PasswordField
        ref={refs?.password}
        name="password"
        autoComplete="current-password"
        label={t('password')}
        showLabel={t('showPassword')}
        aside={<TextLink to="/lock">{t('forgotten')}</TextLink>}
        fault={faults?.password ?? null}
      />
      <Checkbox name="stayLoggedIn" label={t('staySignedIn')} />
      <Button type="submit" busy={busy}>
        {busy ? t('busy') : t('submit')}
      </Button>
    </>
  )
}
