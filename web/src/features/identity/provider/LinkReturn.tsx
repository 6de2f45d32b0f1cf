import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { type Attempt, useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { refreshProvider, useProvider } from '../api/provider.ts'
import { finishLink } from '../api/providerLink.ts'
import { FormResult } from '../email/FormResult.tsx'
import { useProviderAnswer } from './useProviderAnswer.ts'

type Props = Pick<Attempt, 'fault' | 'retryAfterSeconds'> & { name: string; linked: boolean }

function Outcome({ name, linked, ...attempt }: Props) {
  const { t } = useTranslation('provider')
  const settings = <TextLink to="/settings">{t('toSettings')}</TextLink>
  if (linked)
    return (
      <FormResult kind="ok" text={t('linked', { name })}>
        {settings}
      </FormResult>
    )
  if (attempt.fault === null)
    return (
      <p role="status" className={styles.text}>
        {t('linking')}
      </p>
    )
  return (
    <>
      <div className={styles.form}>
        <RateLimitNotice
          {...attempt}
          own={{ ticket_expired: t('linkOver'), provider_refused: t('linkRefused', { name }) }}
        />
      </div>
      <p className={styles.foot}>{settings}</p>
    </>
  )
}

/** The provider has sent a signed-in owner back, to link it to their account (AUT-18). */
export function LinkReturn() {
  const { t } = useTranslation('provider')
  const { value, fault } = useProvider()
  const [linked, setLinked] = useState(false)
  const { attempt, ...attempted } = useRateLimitedSubmit()
  useProviderAnswer((query) => {
    void attempt(async () => {
      await finishLink(query)
      setLinked(true)
    })
  })
  return (
    <AuthLayout bare>
      <Panel title={t('link')}>
        {value === null ? (
          <Pending known={false} fault={fault} retry={refreshProvider} />
        ) : (
          <Outcome name={value.name ?? t('other')} linked={linked} {...attempted} />
        )}
      </Panel>
    </AuthLayout>
  )
}
