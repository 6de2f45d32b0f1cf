import type { FormEvent } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import type { ProviderSignIn } from './useProviderSignIn.ts'

type Props = Pick<ProviderSignIn, 'busy' | 'fault' | 'retryAfterSeconds' | 'begin'> & { name: string }

/** Starts signing in at the provider. */
export function BeginForm({ name, busy, fault, retryAfterSeconds, begin }: Props) {
  const { t } = useTranslation('provider')
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void begin(new FormData(event.currentTarget).has('stayLoggedIn'))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
      <p className={styles.text}>{t('intro', { name })}</p>
      <Checkbox name="stayLoggedIn" label={t('staySignedIn')} />
      <Button type="submit" busy={busy}>
        {busy ? t('leaving', { name }) : t('leave', { name })}
      </Button>
      <p className={styles.foot}>
        <TextLink to="/login">{t('withPassword')}</TextLink>
      </p>
    </form>
  )
}
