import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptNotice } from '../../shell/AttemptNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Form.module.css'
import { TextLink } from '../../ui/TextLink.tsx'
import type { ProviderSignIn } from './useProviderSignIn.ts'

type Props = Pick<ProviderSignIn, 'busy' | 'fault' | 'left' | 'begin'> & { name: string }

/** The way to the provider. */
export function BeginForm({ name, busy, fault, left, begin }: Props) {
  const { t } = useTranslation('provider')
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void begin(new FormData(event.currentTarget).has('stayLoggedIn'))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <AttemptNotice fault={fault} left={left} />
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
